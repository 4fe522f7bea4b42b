/** A seat's city: sign and purse, the skyline of landmarks, the establishments in offset piles. */

import { html, useState } from "../../lib.js";
import { helpOf, seatName } from "../../gametext.js";
import { Plate } from "../../seats.js";
import { gameTexts } from "../../text.js";
import { Dialog } from "../../ui.js";
import { Card, Landmark, nameOf } from "./card.js";
import { landmark, word } from "./cards.js";
import { Drawing } from "./landmarks.js";
import { useRoving } from "../../roving.js";

/** A click on a name shows that player's landmarks large. */
function Landmarks({ name, built, onClose }) {
  const texts = gameTexts("machi_koro");
  return html`
    <${Dialog} title=${word("landmarks_of", { name })} wide onClose=${onClose}>
      <ul class="mk-large" data-test="landmarks">
        ${built.map((state, n) => html`
          <li key=${n} class="mk-large-landmark ${state ? "built" : "unbuilt"}" data-built=${state > 0 ? "yes" : "no"}>
            <${Drawing} landmark=${n} />
            <h3>${nameOf("landmarks", n)}</h3>
            <p>${helpOf(texts, "landmarks", n)}</p>
            <p class="muted">${word(["not_built", "works_soon", "works"][state])} · ${word("price", { n: landmark(n).price })}</p>
          </li>`)}
      </ul>
    <//>
  `;
}

/** All copies of a kind, laid offset over each other so that their number is visible. */
function Pile({ kind, copies, seat, verb, offered, pick, lit, last }) {
  return html`
    <div class="mk-pile ${lit ? "lit" : ""}" style=${{ "--under": Math.min(copies, 6) - 1 }} data-copies=${copies}>
      ${Array.from({ length: Math.min(copies, 6) - 1 }, (_, n) => html`<span key=${n} class="mk-under" style=${{ "--n": n + 1 }}></span>`)}
      <${Card} kind=${kind} verb=${verb} offered=${offered} pick=${pick} place="city-${seat}-${kind}" marks=${last ? "last" : ""}
        facts=${copies > 1 ? `, ${word("copies", { n: copies })}` : ""} badge=${copies > 1 ? `×${copies}` : ""} />
    </div>
  `;
}

/** What may be chosen in this city now: a verb for establishments, for landmarks, for the seat itself. */
function offersIn(play, seat) {
  const { offers, hints } = play;
  const own = seat === play.seat;
  return {
    kinds: own ? ["give", offers.get("give")] : hints.swap?.partner === seat ? ["take", offers.get("take")] : [],
    landmarks: own ? offers.get("landmark") : undefined,
    seat: ["tv", "with"].find((verb) => offers.get(verb)?.has(seat)),
  };
}

/** The kinds in this city that answer to the roll on the table. */
function answering({ hints, open: { game } }, seat) {
  const total = game.dice.reduce((sum, die) => sum + die, 0);
  return (!game.places[seat] && hints.answers?.[seat === game.active ? "roller" : "others"][total]) || [];
}

export function City({ play, seat, last, lights }) {
  const { game, seats } = play.open;
  const [large, setLarge] = useState(false);
  const skyline = useRoving();
  const street = useRoving();
  const name = seatName(seats, seat);
  const may = offersIn(play, seat);
  const [verb, kinds] = may.kinds;
  const lit = lights ? answering(play, seat) : [];
  const place = game.places[seat];
  const own = seat === play.seat;
  return html`
    <section class="mk-city seat-${seat} ${own ? "own" : ""} ${game.active === seat && !place ? "active" : ""} ${place ? "finished" : ""} ${may.seat ? "offered" : ""}"
      aria-label=${word("city_of", { name })} data-city=${seat}>
      <header>
        <${Plate} play=${play} seat=${seat} onName=${() => setLarge(true)} nameLabel=${word("show_landmarks", { name })}>
          ${place > 0 && html`<span class="mk-place">${word("place", { place })}</span>`}
          <span class="mk-purse" data-place="purse-${seat}" data-coins=${game.coins[seat]}>
            <span class="mk-coin big" aria-hidden="true"></span><b key=${game.coins[seat]}>${game.coins[seat]}</b><span class="sr"> ${word("coins", { n: game.coins[seat] })}</span>
          </span>
        <//>
        ${may.seat && html`<button type="button" class="primary mk-choose" data-test="choose-seat" data-verb=${may.seat} data-noun=${seat} onClick=${() => play.choose(may.seat, seat)}>${may.seat === "tv" ? word("tv_pays", { name, n: play.amounts("tv", seat)?.coins ?? 0 }) : word("swap_with", { name })}</button>`}
      </header>
      <div class="mk-skyline" role="group" aria-label=${word("landmarks_of", { name })} ...${skyline}>
        ${game.landmarks[seat].map((state, n) => html`
          <${Landmark} key=${n} n=${n} state=${state} offered=${may.landmarks?.has(n)} pick=${() => play.choose("landmark", n)}
            place="landmark-${seat}-${n}" marks=${last?.[0] === "landmark" && last[1] === seat && last[2] === n ? "last" : ""} />`)}
      </div>
      <div class="mk-street" role="group" aria-label=${word("street_of", { name })} ...${street}>
        ${game.cities[seat].map((copies, kind) => copies > 0 && html`
          <${Pile} key=${kind} kind=${kind} copies=${copies} seat=${seat} verb=${verb} offered=${kinds?.has(kind)} pick=${() => play.choose(verb, kind)}
            lit=${lit.includes(kind)} last=${isLast(last, seat, kind)} />`)}
      </div>
      ${large && html`<${Landmarks} name=${name} built=${game.landmarks[seat]} onClose=${() => setLarge(false)} />`}
    </section>
  `;
}

/** Did this card come into this city by the last move? */
function isLast(line, seat, kind) {
  const [key, who, first, partner, taken] = line ?? [];
  if (key === "built") return who === seat && first === kind;
  if (key === "swapped") return (who === seat && taken === kind) || (partner === seat && first === kind);
  return false;
}
