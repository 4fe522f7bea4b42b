/** The ring street: the harbor and nine Cubans around the town, the road with its stars, and the car. */

import { html, useLayoutEffect, useRef } from "../../lib.js";
import { useRoving } from "../../roving.js";
import { moving } from "../../settings.js";
import { useExplained } from "../../explain.js";
import { Marks } from "./marks.js";
import { Portrait } from "./people.js";
import { Flower, Item, Star } from "./tokens.js";
import { HARBOR, PESO, STATIONS, amount, changes, costs, cubanId, cubanName, flowerName, flowerOf, helpFor, ownFlower,
  roleName, word } from "./words.js";

const ROW = STATIONS / 2;
const STEP_MS = 260;

/** Where a station lies: the upper side from left to right, the lower one back. */
const column = (station) => (station < ROW ? station : STATIONS - 1 - station);
const above = (station) => station < ROW;

/** The fewest steps that lead to each station the car may go to, and what they cost: { steps, fare }. */
function fares(play) {
  const found = new Map();
  for (const [steps, station] of play.hints.stations ?? [])
    if (play.offers.get("drive")?.has(steps) && !found.has(station)) found.set(station,
      { steps, fare: -(new Map(changes(play, "drive", steps)).get(PESO) ?? 0) });
  return found;
}

/** "free", or the coins that driving there costs. */
const Fare = ({ fare }) =>
  html`<span class="sg-fare" aria-hidden="true">${fare ? html`<${Item} of=${PESO} />${fare}` : word("free")}</span>`;

const fareWords = (fare) => (fare ? word("drive_for", { fare: amount(PESO, fare) }) : word("drive_free"));

export function Station({ play, station, steps, fare, tabbed }) {
  const { game } = play.open;
  const cuban = game.street[station];
  const harbor = station === HARBOR;
  const down = !harbor && game.down[cuban];
  const turnable = !harbor && play.offers.get("turn_down")?.has(cuban);
  const useful = !harbor && game.car === station && play.ask.prompt === cubanId(cuban) && play.offers.has("use");
  const offered = steps !== undefined || turnable || useful;
  const flower = harbor ? "" : flowerOf(cuban);
  const words = harbor
    ? { title: word("harbor"), text: word("harbor_help") }
    : { title: `${cubanName(cuban)}, ${roleName(cuban)}`, text: down ? word("down_help") : helpFor("cubans", cuban),
      foot: `${flowerName(flower)}${ownFlower(cuban) ? ` (${word("own")})` : ""}` };
  const [verb, noun] = useful ? ["use", -1] : turnable ? ["turn_down", cuban] : steps !== undefined ? ["drive", steps]
    : [];
  const events = useExplained(words, offered, () => play.choose(verb, noun));
  const here = game.car === station;
  const facts = [down && word("down"), here && word("car_here"), steps !== undefined && fareWords(fare),
    turnable && word("turn_down"), useful && word("use"),
    (turnable || useful) && costs(play, verb, noun)].filter(Boolean);
  return html`
    <button type="button" class="sg-station ${harbor ? "harbor" : ""} ${down ? "down" : ""} ${here ? "here"
        : ""} ${offered ? "offered" : ""}" data-rove tabindex=${tabbed}
      data-station=${station} data-cuban=${cuban} data-steps=${steps} data-verb=${verb} data-noun=${noun}
        aria-disabled=${!offered} aria-describedby=${harbor ? "sg-help-harbor" : `sg-help-cubans-${cuban}`}
        ...${events}>
      <${Portrait} id=${harbor ? "harbor" : down ? "reverse" : `cuban-${cuban}`} />
      <span class="sg-name">${harbor ? word("harbor") : cubanName(cuban)}</span>
      ${!down && html`<${Marks} group=${harbor ? "harbor" : "cubans"} n=${cuban} />`}
      ${flower && html`<${Flower} of=${flower} /><span class="sr">, ${flowerName(flower)}</span>`}
      ${facts.length > 0 && html`<span class="sr">. ${facts.join(". ")}</span>`}
      ${steps !== undefined && html`<${Fare} fare=${fare} />`}
      ${useful && html`<span class="sg-tag" aria-hidden="true">${word("use")}</span>`}
    </button>
  `;
}

/** The places of the car on its way, as keyframes: along the upper side, down the right, back below, up the left. */
function way(from, to) {
  const at = (station) => (
    { left: `var(--at-${column(station)})`, top: above(station) ? "var(--upper)" : "var(--lower)",
      scale: above(station) ? "1 1" : "-1 1" });
  const frames = [at(from)];
  for (let station = from; station !== to; ) {
    const next = (station + 1) % STATIONS;
    if (above(station) !== above(next)) {
      const edge = above(station) ? "var(--right)" : "var(--left)";
      frames.push({ ...at(station), left: edge }, { ...at(next), left: edge });
    }
    frames.push(at(next));
    station = next;
  }
  return frames;
}

function Car({ car }) {
  const ref = useRef(null);
  const last = useRef(car);
  useLayoutEffect(() => {
    const from = last.current;
    last.current = car;
    if (from === car || !moving() || document.hidden) return;
    const frames = way(from, car);
    const style = getComputedStyle(ref.current);
    const solid = frames.map((frame) =>
      Object.fromEntries(Object.entries(frame).map(([key, value]) =>
          [key, value.replace(/var\((.*)\)/, (_, name) => style.getPropertyValue(name))])));
    ref.current.animate(solid, { duration: STEP_MS * (frames.length - 1), easing: "cubic-bezier(.4,.1,.5,1)" });
  }, [car]);
  const style = { left: `var(--at-${column(car)})`, top: above(car) ? "var(--upper)" : "var(--lower)",
    scale: above(car) ? "1 1" : "-1 1" };
  return html`
    <svg class="sg-car" ref=${ref} style=${style} viewBox="0 0 72 34" aria-hidden="true" focusable="false"
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

/** The stars on the road; an arrow shows where the first station behind the harbor is. */
const Stars = () => Array.from({ length: STATIONS }, (_, station) => html`
  <span key=${station} class="sg-stop"
    style=${{ left: `var(--at-${column(station)})`, top: above(station) ? "var(--upper)" : "var(--lower)" }}
    aria-hidden="true">
    <${Star} kind=${station === HARBOR ? "yellow" : ""} />
    ${station === HARBOR + 1 && html`<svg class="sg-arrow" viewBox="0 0 20 12">
        <path d="M1 4.5h10V1l8 5-8 5V7.5H1z" /></svg>`}
  </span>`);

/** The street around whatever is inside it. */
export function Street({ play, children }) {
  const group = useRoving();
  const reach = fares(play);
  const station = (n) => html`<${Station} key=${n} play=${play} station=${n} ...${reach.get(n) ?? {}} tabbed=${-1} />`;
  const upper = [0, 1, 2, 3, 4];
  return html`
    <section class="sg-town" aria-label=${word("town")} ref=${group.ref}
      onKeyDown=${(event) => event.target.closest(".sg-station") && group.onKeyDown(event)}>
      <div class="sg-row">${upper.map(station)}</div>
      <div class="sg-loop"><${Stars} /><${Car} car=${play.open.game.car} />${children}</div>
      <div class="sg-row">${upper.map((n) => station(STATIONS - 1 - n))}</div>
    </section>
  `;
}
