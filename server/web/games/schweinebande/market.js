/** The market: hexagons with tiles and farmers, the rows a farmer could collect, round and order tiles. */

import { useExplained } from "../../things/explain.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../core/lib.js";
import { seatName } from "../../core/gametext.js";
import { centre, corners, EMPTY, FACE_DOWN, FRAME, neighbour, SIDE, SPACES, WAYS } from "./hexes.js";
import { whyNot } from "../../things/why.js";
import { ROUNDS, SACK, directionName, spaceName, tileName, tilesInWords, tileWords, valueOf, word } from "./words.js";

const SLOT = corners(0.97);
const FACE = corners(0.91);
const RING = corners(0.86);

/**
 * A face-up tile on a space.
 * @param {{ kind: number, fresh: boolean }} props
 */
function Tile({ kind, fresh }) {
  return html`
    <g class="sb-tile kind-${kind} ${fresh ? "fresh" : ""}">
      <polygon points=${FACE} class="sb-face" /><use href="#sb-${kind}" x="-34" y="-48" width="68" height="68" />
      ${kind !== SACK && html`<circle class="sb-value" cx="0" cy="32" r="15.5" />
        <text class="sb-number" x="0" y="39.5" text-anchor="middle">${valueOf(kind)}</text>`}
    </g>
  `;
}

const Back = () => html`<g class="sb-back"><polygon points=${FACE} /><polygon class="sb-rim" points=${corners(0.74)} />
    <use href="#sb-hoof" x="-30" y="-32" width="60" height="60" /></g>`;

/**
 * A space's explanation, and why it can't be chosen.
 * @param {Schweinebande.Play} play
 * @param {number} space
 * @returns {Words}
 */
function wordsAt(play, space) {
  const { game: { market, farmers }, seats } = play.open;
  const [kind, seat] = [market[space], farmers[space]];
  const words = kind <= SACK ? tileWords(kind)
    : kind === FACE_DOWN ? { title: word("face_down"), text: word("face_down_help"), anchor: "SWB-5.3" }
      : { title: word("empty"), text: word("empty_help"), anchor: "SWB-6.6" };
  const foot = seat >= 0 ? word("farmer_of", { seat: seatName(seats, seat) }) : "";
  return { ...words, title: `${spaceName(space)}: ${words.title}`, foot, why: whyNot(play, "space", space) };
}

/**
 * One space. `act`: the effect of a click; `offers`: data attributes for that; `on` is called with the space under
 * the pointer or the focus.
 * @param {{ play: Schweinebande.Play, space: number, act?: () => unknown, offers: Record<string, string | number>,
 *   label: string, marks: string, on: (space: number) => void, fresh: boolean }} props
 */
function Hex({ play, space, act, offers, label, marks, on, fresh }) {
  const { market, farmers } = play.open.game;
  const [x, y] = centre(space);
  const kind = market[space];
  const seat = farmers[space];
  // An available space shows its gain; a card would cover its neighbours.
  const explained = useExplained(wordsAt(play, space), false);
  const asks = act ? undefined : explained;
  const pick = act ?? explained.onClick;
  /** @param {Happening} event */
  const press = (event) => {
    asks?.onKeyDown(event);
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick(event);
  };
  return html`
    <g class="sb-hex ${act ? "offered" : ""} ${marks}" transform="translate(${x} ${y})" role="button"
      aria-disabled=${act ? "false" : "true"} aria-label=${label}
      data-rove data-space=${space} data-kind=${kind} data-farmer=${seat} ...${offers} ...${asks} onClick=${pick}
      onKeyDown=${press} onPointerEnter=${() => on(space)}
      onPointerLeave=${(/** @type {Happening} */ event) => { on(-1); asks?.onPointerLeave(event); }}
      onFocus=${(/** @type {Happening} */ event) => { on(space); asks?.onFocus(event); }}
      onBlur=${(/** @type {FocusEvent} */ event) => { on(-1); asks?.onBlur(event); }}>
      <polygon class="sb-slot" points=${SLOT} />
      ${kind === FACE_DOWN ? html`<${Back} key="back" />`
        : kind !== EMPTY && html`<${Tile} key=${kind} kind=${kind} fresh=${fresh} />`}
      ${seat >= 0 && html`<g key="farmer" class="sb-stands seat-${seat}">
          <use href="#sb-farmer" x="-2" y="-50" width="56" height="56" /></g>`}
      <polygon class="sb-ring" points=${RING} />
      <text class="sb-coord" x="-32" y="22" text-anchor="middle" aria-hidden="true">${spaceName(space)}</text>
    </g>
  `;
}

/**
 * The rows of a farmer that contain tiles: [space, way, spaces of the tiles].
 * @param {{ hints: Schweinebande.Hints }} props
 * @param {number} space
 */
const rows = ({ hints }, space) => (hints.rows ?? []).filter(([from]) => from === space);

/**
 * The spaces of the tiles that a farmer collects in that direction, except its own.
 * @param {Schweinebande.Play} play
 * @param {number} space
 * @param {number} way
 */
const row = (play, space, way) => rows(play, space).find(([, one]) => one === way)?.[2] ?? [];

/**
 * The rows of a farmer: for each an arrow on the edge of its space, so that no animal is covered; the intended one is
 * larger.
 * @param {{ play: Schweinebande.Play, space: number, way?: number }} props
 */
function Rows({ play, space, way }) {
  const [x, y] = centre(space);
  return html`
    <g class="sb-rows seat-${play.open.game.farmers[space]}" aria-hidden="true">
      ${rows(play, space).map(([, one, spaces]) => {
        const [toX, toY] = centre(spaces[spaces.length - 1]);
        const turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
        return html`<g key=${one} class="sb-row ${one === way ? "meant" : ""}"
            transform="translate(${x} ${y}) rotate(${turn})"><path d="M41 -12l19 12-19 12z" /></g>`;
      })}
    </g>
  `;
}

/**
 * Rounds and tiles to come in one free corner of the drawing, order tiles in the other.
 * @param {{ game: Schweinebande.Game, seats: Protocol.Seat[] }} props
 */
function Corners({ game, seats }) {
  const right = FRAME[0] + FRAME[2] - 12;
  const discs = seats.map((_, n) => (n < 3 ? [26 + n * 54, 438] : [26 + (n - 3) * 54, 384]));
  return html`
    <g class="sb-corner" aria-hidden="true">
      <text x=${right} y="36" text-anchor="end" class="sb-round">${word("round", { n: game.round, of: ROUNDS })}</text>
      <text x=${right} y="66" text-anchor="end">${word("pile", { n: game.pile })}</text>
      <text class="sb-order-title" x="2" y=${seats.length > 3 ? 350 : 404}>${word("order_tiles")}</text>
      ${discs.map(([x, y], n) => {
        const seat = game.order.indexOf(n + 1);
        return html`<g key=${n} class="sb-order ${seat < 0 ? "free" : `seat-${seat}`}" transform="translate(${x} ${y})">
            <circle r="23" /><text y="10" text-anchor="middle">${n + 1}</text></g>`;
      })}
    </g>
  `;
}

/**
 * The group is one Tab stop; arrow keys move from space to space.
 * @param {(space: number) => boolean} offered
 */
function useSpaces(offered) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const all = [...ref.current.querySelectorAll("[data-rove]")];
    const home = all.find((hex) => hex === document.activeElement)
      ?? all.find((hex) => offered(Number(hex.dataset.space))) ?? all[12];
    for (const hex of all) hex.setAttribute("tabindex", hex === home ? "0" : "-1");
  });
  /** @param {Happening} event */
  const onKeyDown = (event) => {
    const hex = event.target.closest("[data-rove]");
    if (!hex) return;
    const from = Number(hex.dataset.space);
    /** @type {Record<string, number>} */
    const edges = { Home: from % SIDE, End: SIDE * (SIDE - 1) + (from % SIDE) };
    const next = edges[event.key] ?? neighbour(from, event.key);
    if (next === from) return;
    event.preventDefault();
    const target = ref.current.querySelector(`[data-space="${next}"]`);
    hex.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
    target.focus();
  };
  return { ref, onKeyDown };
}

/**
 * The farmer that the player intends to move, and the effect of a click on a space.
 * @param {Schweinebande.Play} play
 */
function usePlan(play) {
  const { game } = play.open;
  const { offers, ask, hints } = play;
  const [looked, look] = useState(-1);
  const [chosen, choose] = useState(-1);
  useEffect(() => choose(-1), [ask.number]);
  const collect = offers.get("collect");
  const own = collect || offers.has("alone") ? SPACES.filter((space) => game.farmers[space] === play.seat) : [];
  const base = own.includes(chosen) ? chosen : own.length === 1 ? own[0] : -1;
  /**
   * @param {number} space
   * @returns {[from: number, way: number][]}
   */
  const ways = (space) => own
    .flatMap((from) => Array.from({ length: WAYS }, (_, way) => /** @type {[number, number]} */ ([from, way])))
    .filter(([from, way]) => collect?.has(from * WAYS + way) && row(play, from, way).includes(space));
  /** @param {number} space */
  const meant = (space) => {
    const found = ways(space);
    return found.find(([from]) => from === base) ?? (base < 0 || found.length === 1 ? found[0] : undefined);
  };
  /**
   * The choice that a click on a space makes at once, independent of the player's farmers.
   * @param {number} space
   * @returns {Choice | undefined}
   */
  const direct = (space) => {
    if (offers.get("reveal")?.has(space)) return ["reveal", space];
    return offers.has("place") && hints.placing === space ? ["place", -1] : undefined;
  };
  /** @param {number} space */
  const act = (space) => {
    const choice = direct(space);
    if (choice) return () => play.choose(...choice);
    if (own.includes(space)) return () => choose(space === chosen ? -1 : space);
    const found = meant(space);
    if (!found) return undefined;
    const clear = found[0] === base || ways(space).length === 1;
    return clear ? () => play.choose("collect", found[0] * WAYS + found[1]) : () => choose(found[0]);
  };
  /**
   * The choice of a click on a space, or the choices it leads to, as data attributes.
   * @param {number} space
   * @returns {Record<string, string | number>}
   */
  const offered = (space) => {
    const choice = direct(space);
    if (choice) return { "data-verb": choice[0], "data-noun": choice[1] };
    const mine = own.includes(space);
    const found = mine ? rows(play, space).map(([, way]) => [space, way]) : ways(space);
    const leads = found.map(([from, way]) => `collect ${from * WAYS + way}`);
    if (mine && offers.get("alone")?.has(space)) leads.push(`alone ${space}`);
    return leads.length ? { "data-leads": leads.join(";") } : {};
  };
  const target = looked >= 0 && !own.includes(looked) ? meant(looked) : undefined;
  const shown = target?.[0] ?? (looked >= 0 && game.farmers[looked] >= 0 ? looked : base);
  return { look, own, base, act, offered, meant, target, shown };
}

/** @typedef {ReturnType<typeof usePlan>} Plan */

/**
 * A space as text: its tile, its farmer, the effect of a click.
 * @param {Schweinebande.Play} play
 * @param {Plan} plan
 * @param {number} space
 */
function labelOf(play, plan, space) {
  const { game, seats } = play.open;
  const kind = game.market[space];
  const lying = kind === FACE_DOWN ? word("face_down") : kind === EMPTY ? word("empty") : tileName(kind);
  const value = kind < SACK ? ` ${valueOf(kind)}` : "";
  const seat = game.farmers[space];
  const parts = [`${spaceName(space)}: ${lying}${value}`];
  if (seat >= 0) parts.push(word("farmer_of", { seat: seatName(seats, seat) }));
  const found = plan.own.length && !plan.own.includes(space) ? plan.meant(space) : undefined;
  if (found) parts.push(rowInWords(play, ...found));
  return parts.join(", ");
}

/**
 * @param {Schweinebande.Play} play
 * @param {number} from
 * @param {number} way
 */
const rowInWords = (play, from, way) =>
  word("row_of", { space: spaceName(from), dir: directionName(way),
      tiles: tilesInWords([from, ...row(play, from, way)].map((space) => play.open.game.market[space])) });

/** The subject of a confirmation: uncovering the rest, the next round, the end. */
const CONFIRM = { uncover: "confirm_uncover", round: "confirm_round", end: "confirm_end" };

/**
 * The effect of a click, or what follows the end of the turn.
 * @param {Schweinebande.Play} play
 * @param {Plan} plan
 */
function caption(play, plan) {
  if (play.ask.prompt === "end_turn" && play.hints.ends) return word(CONFIRM[play.hints.ends]);
  if (plan.target) return word("collects", { tiles: rowInWords(play, ...plan.target) });
  if (plan.base >= 0) return word("choose_row", { space: spaceName(plan.base) });
  return plan.own.length ? word("pick_farmer") : "";
}

/**
 * The button that lets the chosen farmer take no row.
 * @param {{ play: Schweinebande.Play, space: number }} props
 */
function Alone({ play, space }) {
  if (!play.offers.get("alone")?.has(space)) return null;
  const tiles = tilesInWords([play.open.game.market[space]]);
  return html` <button type="button" class="sb-alone offered" data-verb="alone" data-noun=${space}
      onClick=${() => play.choose("alone", space)}>${word("alone", { space: spaceName(space), tiles })}</button>`;
}

/** @param {{ play: Schweinebande.Play }} props */
export function Market({ play }) {
  const { game, seats } = play.open;
  const plan = usePlan(play);
  const group = useSpaces((space) => !!plan.act(space));
  const marked = new Set(plan.target ? [plan.target[0], ...row(play, ...plan.target)] : []);
  const reached = new Set(rows(play, plan.shown).flatMap(([, , spaces]) => spaces));
  return html`
    <section class="sb-market" aria-label=${word("market")}>
      <svg class="sb-board" viewBox=${FRAME.join(" ")} role="group" aria-label=${word("market")} data-test="market"
        ...${group}>
        ${SPACES.map((space) => html`
          <${Hex} key=${space} play=${play} space=${space} act=${plan.act(space)} offers=${plan.offered(space)}
            label=${labelOf(play, plan, space)} on=${plan.look} fresh=${game.market[space] < EMPTY}
            marks="${marked.has(space) ? "marked" : reached.has(space) ? "reached" : ""} ${space === play.hints.placing
              ? "placing" : ""} ${space === plan.base ? "base" : ""} ${plan.own.includes(space) ? "own" : ""}" />`)}
        ${plan.shown >= 0 && html`<${Rows} play=${play} space=${plan.shown} way=${plan.target?.[1]} />`}
        <${Corners} game=${game} seats=${seats} />
      </svg>
      <p class="sb-caption"><span data-test=${play.ask.prompt === "end_turn" ? "warning" : "caption"}>
          ${caption(play, plan)}</span><${Alone} play=${play} space=${plan.base} /></p>
    </section>
  `;
}
