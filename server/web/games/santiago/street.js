/** The ring street: the harbor and nine Cubans around the town, the road with its stars, and the car. */

import { anchorOfThing } from "../../things/anchors.js";
import { html, useLayoutEffect, useRef } from "../../core/lib.js";
import { useRoving } from "../../things/roving.js";
import { moving } from "../../core/settings.js";
import { useExplained } from "../../things/explain.js";
import { whyNot } from "../../things/why.js";
import { Marks } from "./marks.js";
import { Portrait } from "./people.js";
import { Flower, Item, Star } from "./tokens.js";
import { HARBOR, PESO, STATIONS, amount, changes, costs, cubanId, cubanName, flowerName, flowerOf, helpFor, ownFlower,
  roleName, word } from "./words.js";

const STATIONS_PER_SIDE = STATIONS / 2;
const STEP_MS = 260;

/**
 * The column of a station: the upper side runs from left to right, the lower one back.
 * @param {number} station
 */
const column = (station) => (station < STATIONS_PER_SIDE ? station : STATIONS - 1 - station);
/** @param {number} station */
const above = (station) => station < STATIONS_PER_SIDE;

/**
 * The fewest steps to each station in reach of the car, and their price.
 * @param {Santiago.Play} play
 */
function fares(play) {
  /** @type {Map<number, { steps: number, fare: number }>} */
  const found = new Map();
  for (const [steps, station] of play.hints.stations ?? []) {
    if (!play.offers.get("drive")?.has(steps) || found.has(station)) continue;
    found.set(station, { steps, fare: -(new Map(changes(play, "drive", steps)).get(PESO) ?? 0) });
  }
  return found;
}

/**
 * "free", or the price in coins of driving there.
 * @param {{ fare: number }} props
 */
const Fare = ({ fare }) =>
  html`<span class="sg-fare" aria-hidden="true">${fare ? html`<${Item} of=${PESO} />${fare}` : word("free")}</span>`;

/** @param {number} fare */
const fareWords = (fare) => (fare ? word("drive_for", { fare: amount(PESO, fare) }) : word("drive_free"));

/**
 * The choice of a click on a station, if any: the Cuban there is used, or turned over, or the car drives there.
 * @param {Santiago.Play} play
 * @param {number} station
 * @param {number} [steps]
 * @returns {Choice | []}
 */
function choiceAt(play, station, steps) {
  if (steps !== undefined) return ["drive", steps];
  if (station === HARBOR) return [];
  const cuban = play.open.game.street[station];
  if (play.offers.get("turn_down")?.has(cuban)) return ["turn_down", cuban];
  const visited = play.open.game.car === station && play.ask.prompt === cubanId(cuban);
  return visited && play.offers.has("use") ? ["use", -1] : [];
}

/**
 * The explanation of a Cuban on the street.
 * @param {number} cuban
 * @param {boolean} down
 */
const toldOf = (cuban, down) => ({
  title: `${cubanName(cuban)}, ${roleName(cuban)}`,
  text: down ? word("down_help") : helpFor("cubans", cuban),
  foot: `${flowerName(flowerOf(cuban))}${ownFlower(cuban) ? ` (${word("own")})` : ""}`,
  anchor: anchorOfThing("cubans", cuban),
});

/** @param {{ play: Santiago.Play, station: number, steps?: number, fare?: number, tabbed: number }} props */
export function Station({ play, station, steps, fare, tabbed }) {
  const { game } = play.open;
  const cuban = game.street[station];
  const harbor = station === HARBOR;
  const down = !harbor && game.down[cuban];
  const here = game.car === station;
  const [verb, noun = -1] = choiceAt(play, station, steps);
  const words = harbor ? { title: word("harbor"), text: word("harbor_help"), anchor: "SAN-7.1" } : toldOf(cuban, down);
  const explained = { ...words, why: whyNot(play, "station", station) };
  const events = useExplained(explained, !!verb, () => verb && play.choose(verb, noun));
  const facts = [down && word("down"), here && word("car_here"), verb === "drive" && fareWords(fare ?? 0),
    ...(verb && verb !== "drive" ? [word(verb), costs(play, verb, noun)] : [])].filter(Boolean);
  const kind = `sg-station ${harbor ? "harbor" : ""} ${down ? "down" : ""} ${here ? "here" : ""}`;
  return html`
    <button type="button" class="${kind} ${verb ? "offered" : ""}"
      data-rove tabindex=${tabbed} data-station=${station} data-cuban=${cuban} data-steps=${steps} data-verb=${verb}
      data-noun=${verb && noun} aria-disabled=${!verb}
      aria-describedby=${harbor ? "sg-help-harbor" : `sg-help-cubans-${cuban}`} ...${events}>
      <${Portrait} id=${harbor ? "harbor" : down ? "reverse" : `cuban-${cuban}`} />
      <span class="sg-name">${harbor ? word("harbor") : cubanName(cuban)}</span>
      ${!down && html`<${Marks} group=${harbor ? "harbor" : "cubans"} n=${cuban} />`}
      ${!harbor && html`<${Flower} of=${flowerOf(cuban)} />
        <span class="sr">, ${flowerName(flowerOf(cuban))}</span>`}
      ${facts.length > 0 && html`<span class="sr">. ${facts.join(". ")}</span>`}
      ${verb === "drive" && html`<${Fare} fare=${fare} />`}
      ${verb === "use" && html`<span class="sg-tag" aria-hidden="true">${word("use")}</span>`}
    </button>
  `;
}

/**
 * The position and the direction of the car on the road.
 * @param {number} station
 */
const place = (station) => ({
  left: `var(--at-${column(station)})`,
  top: above(station) ? "var(--upper)" : "var(--lower)",
  scale: above(station) ? "1 1" : "-1 1",
});

/**
 * The way of the car as keyframes: along the upper side, down the right, back below, up the left.
 * @param {number} from
 * @param {number} to
 */
function way(from, to) {
  const frames = [place(from)];
  for (let station = from; station !== to; ) {
    const next = (station + 1) % STATIONS;
    if (above(station) !== above(next)) {
      const edge = above(station) ? "var(--right)" : "var(--left)";
      frames.push({ ...place(station), left: edge }, { ...place(next), left: edge });
    }
    frames.push(place(next));
    station = next;
  }
  return frames;
}

/** @param {{ car: number }} props */
function Car({ car }) {
  const ref = useRef(null);
  const last = useRef(car);
  useLayoutEffect(() => {
    const from = last.current;
    last.current = car;
    if (from === car || !moving() || document.hidden) return;
    const frames = way(from, car);
    const style = getComputedStyle(ref.current);
    /** @param {string} value */
    const solid = (value) => value.replace(/var\((.*)\)/, (_, name) => style.getPropertyValue(name));
    const keyframes = frames.map((frame) =>
      Object.fromEntries(Object.entries(frame).map(([key, value]) => [key, solid(value)])));
    ref.current.animate(keyframes, { duration: STEP_MS * (frames.length - 1), easing: "cubic-bezier(.4,.1,.5,1)" });
  }, [car]);
  return html`
    <svg class="sg-car" ref=${ref} style=${place(car)} viewBox="0 0 72 34" aria-hidden="true" focusable="false"
      data-car=${car}>
      <path d="M3 22c0-6 4-8 11-9l7-1c4-7 9-9 17-9s14 3 19 9l9 1c4 1 5 4 5 9v3H3z" fill="#e2477a" stroke="#7d1d3f"
        stroke-width="1.4" /><path d="M3 19h68v4H3z" fill="#fff3df" />
        <path d="M24 12c3-5 7-6.5 13-6.5V12zM40 5.5c6 0 10 2.5 14 6.5H40z" fill="#bfe6f2" stroke="#7d1d3f"
          stroke-width=".8" />
      <path d="M1 23.5h70" stroke="#d5dade" stroke-width="2.4" /><circle cx="69" cy="18" r="2.2" fill="#ffe9a6" />
      <g fill="#26221f"><circle cx="17" cy="26" r="6.8" /><circle cx="56" cy="26" r="6.8" /></g>
      <g fill="#f2f2f0"><circle cx="17" cy="26" r="4.2" /><circle cx="56" cy="26" r="4.2" /></g>
      <g fill="#9aa4ab"><circle cx="17" cy="26" r="2" /><circle cx="56" cy="26" r="2" /></g>
    </svg>
  `;
}

/** The stars on the road; an arrow marks the first station behind the harbor. */
const Stars = () => Array.from({ length: STATIONS }, (_, station) => html`
  <span key=${station} class="sg-stop"
    style=${{ left: `var(--at-${column(station)})`, top: above(station) ? "var(--upper)" : "var(--lower)" }}
    aria-hidden="true">
    <${Star} kind=${station === HARBOR ? "yellow" : ""} />
    ${station === HARBOR + 1 && html`<svg class="sg-arrow" viewBox="0 0 20 12">
        <path d="M1 4.5h10V1l8 5-8 5V7.5H1z" /></svg>`}
  </span>`);

/**
 * The street around its children.
 * @param {{ play: Santiago.Play, children: Children }} props
 */
export function Street({ play, children }) {
  const group = useRoving();
  const reach = fares(play);
  /** @param {number} n */
  const station = (n) => html`<${Station} key=${n} play=${play} station=${n} ...${reach.get(n) ?? {}} tabbed=${-1} />`;
  const upper = [0, 1, 2, 3, 4];
  return html`
    <section class="sg-town" aria-label=${word("town")} ref=${group.ref}
      onKeyDown=${(/** @type {Happening} */ event) => event.target.closest(".sg-station") && group.onKeyDown(event)}>
      <div class="sg-row">${upper.map(station)}</div>
      <div class="sg-loop"><${Stars} /><${Car} car=${play.open.game.car} />${children}</div>
      <div class="sg-row">${upper.map((n) => station(STATIONS - 1 - n))}</div>
    </section>
  `;
}
