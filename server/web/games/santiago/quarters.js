/** Inside the ring: four quarters of three buildings, one for each flower; owners and pawns on them. */

import { anchorOfThing } from "../../things/anchors.js";
import { html } from "../../core/lib.js";
import { seatName } from "../../core/gametext.js";
import { useRoving } from "../../things/roving.js";
import { useExplained } from "../../things/explain.js";
import { whyNot } from "../../things/why.js";
import { House } from "./houses.js";
import { Marks } from "./marks.js";
import { Flower, Marker, Pawn } from "./tokens.js";
import { buildingName, costs, flowerName, flowers, helpFor, hyphenated, word } from "./words.js";

const VERBS = ["enter", "claim", "employ"];
const BUILDINGS_PER_FLOWER = 3;

/** @param {{ play: Santiago.Play, building: number, busy: boolean }} props */
function Building({ play, building, busy }) {
  const { game, seats } = play.open;
  const verb = VERBS.find((name) => play.offers.get(name)?.has(building))
    ?? (busy && play.offers.has("use") ? "use" : undefined);
  const owner = game.owners[building];
  const pawn = game.pawns.indexOf(building);
  const name = buildingName(building);
  const noun = verb === "use" ? -1 : building;
  const foot = owner >= 0 ? word("owned_by", { name: seatName(seats, owner) }) : "";
  const rent = word(game.options.owner_vp_on_stay ? "rent" : "rent_entered");
  const words = { title: name, text: helpFor("buildings", building), foot: foot && `${foot}. ${rent}`,
    anchor: anchorOfThing("buildings", building), why: whyNot(play, "building", building) };
  const events = useExplained(words, !!verb, () => verb && play.choose(verb, noun));
  const facts = [foot, pawn >= 0 && word("pawn_of", { name: seatName(seats, pawn) }), verb && word(verb),
    verb && costs(play, verb, noun)].filter(Boolean);
  return html`
    <button type="button" class="sg-building ${verb ? `offered ${verb}` : ""} ${busy ? "busy" : ""}" data-rove
      data-building=${building} data-owner=${owner} data-verb=${verb} data-noun=${verb && noun}
      aria-disabled=${!verb} aria-describedby="sg-help-buildings-${building}" ...${events}>
      <span class="sg-scene"><${House} building=${building} /><${Marks} group="buildings" n=${building} /></span>
      <span class="sg-name">${hyphenated(building)}</span>
      ${owner >= 0 && html`<${Marker} seat=${owner} />`}
      ${pawn >= 0 && html`<${Pawn} key=${pawn} seat=${pawn} />`}
      ${verb && html`<span class="sg-tag" aria-hidden="true">${word(verb)}</span>`}
      ${facts.length > 0 && html`<span class="sr">. ${facts.join(". ")}</span>`}
    </button>
  `;
}

/** @param {{ play: Santiago.Play, busy: number, children: Children }} props */
export function Quarters({ play, busy, children }) {
  const { game } = play.open;
  const group = useRoving();
  return html`
    <div class="sg-quarters" role="group" aria-label=${word("buildings")} ...${group}>
      ${flowers().map((flower, n) => html`
        <div key=${flower} class="sg-quarter flower-${flower}" role="group" aria-label=${flowerName(flower)}>
          <${Flower} of=${flower} />
          ${game.spaces.slice(n * BUILDINGS_PER_FLOWER, (n + 1) * BUILDINGS_PER_FLOWER).map((building) =>
            html`<${Building} key=${building} play=${play} building=${building} busy=${busy === building} />`)}
        </div>`)}
      ${children}
    </div>
  `;
}
