/** A seat's farm: its sign, order tile and feed, the pen with its groups, the cost of feeding, scoring animals. */

import { useExplained } from "../../things/explain.js";
import { html } from "../../core/lib.js";
import { seatName } from "../../core/gametext.js";
import { useRoving } from "../../things/roving.js";
import { Plate } from "../../table/seats.js";
import { whyAt } from "../../things/why.js";
import { Picture } from "./art.js";
import { KINDS, SACK, tileName, tileWords, word } from "./words.js";

/**
 * Is this group complete in a seat's pen?
 * @param {{ hints: Schweinebande.Hints }} props
 * @param {number} seat
 * @param {string} group
 * @param {number} [kind]
 */
const complete = ({ hints }, seat, group, kind = -1) =>
  !!hints.groups?.[seat].some(([verb, noun]) => verb === group && noun === kind);

/**
 * The effect of a click on this kind in the own pen now: { verb, n, of, note }; `n` is the amount gained.
 * @param {Schweinebande.Play} play
 * @param {number} kind
 */
function offer(play, kind) {
  const [four, sell] = [play.amounts("four", kind)?.points ?? 0, play.amounts("sell", kind)?.feed ?? 0];
  if (play.offers.get("four")?.has(kind)) return { verb: "four", n: four, of: "barn", note: word("gain", { n: four }) };
  if (!play.offers.get("sell")?.has(kind)) return null;
  return { verb: "sell", n: sell, of: "feed", note: word("sold_for", { n: sell }) };
}

/**
 * Four little bars: the progress of a group of four.
 * @param {{ count: number }} props
 */
const Pips = ({ count }) =>
  html`<span class="sb-pips" aria-hidden="true">
      ${[1, 2, 3, 4].map((n) => html`<i key=${n} class=${n <= count ? "on" : ""}></i>`)}</span>`;

/**
 * A kind in a pen with its explanation; it can be clicked if it is available.
 * @param {{ play: Schweinebande.Play, seat: number, kind: number, pick?: () => void, children: Children }
 *   & Record<string, any>} props
 */
function Penned({ play, seat, kind, pick, children, ...rest }) {
  const events = useExplained({ ...tileWords(kind), why: whyAt(play, seat, "pen", kind) }, !!pick, pick);
  const count = play.open.game.pens[seat][kind];
  return html`<button type="button" data-rove data-place="pen-${seat}-${kind}" data-count=${count}
    aria-disabled=${!pick} ...${rest} ...${events}>${children}</button>`;
}

/** @param {{ play: Schweinebande.Play, seat: number, kind: number }} props */
function Animal({ play, seat, kind }) {
  const { game } = play.open;
  const count = game.pens[seat][kind];
  const may = seat === play.seat && count > 0 ? offer(play, kind) : null;
  const ready = complete(play, seat, "four", kind);
  const inside = html`
    <${Picture} of=${kind} /><span class="sb-name">${tileName(kind)}</span><span class="sr">: </span>
    <span class="sb-count">${count}</span><${Pips} count=${count} />
    ${ready && html`<span class="sr">, ${word("ready")}.</span>`}
    ${may && html`<span class="sr"> ${word(may.verb === "sell" ? "sell_one" : "redeem_one")} </span>
      <span class="sb-note" title=${may.note}><span class="sr">${may.note}</span><span aria-hidden="true">+${may.n}<//>
        <${Picture} of=${may.of} /></span>`}
  `;
  return html`
    <${Penned} play=${play} seat=${seat} kind=${kind} pick=${may ? () => play.choose(may.verb, kind) : undefined}
      class="sb-animal kind-${kind} ${count ? "" : "none"} ${ready ? "ready" : ""} ${may ? "offered" : ""}"
      data-verb=${may?.verb} data-noun=${may ? kind : undefined}>${inside}<//>`;
}

/**
 * One of each kind: the number of kinds, and the button that redeems them.
 * @param {{ play: Schweinebande.Play, seat: number }} props
 */
function Six({ play, seat }) {
  const { game } = play.open;
  const kinds = KINDS.filter((kind) => game.pens[seat][kind] > 0).length;
  const ready = complete(play, seat, "six");
  const words = ready ? word("group_six_ready") : word("group_six", { n: kinds });
  const dots = html`<span class="sb-kinds" aria-hidden="true">
      ${KINDS.map((kind) => html`<i key=${kind} class=${game.pens[seat][kind] ? "on" : ""}></i>`)}</span>`;
  if (seat === play.seat && play.offers.has("six"))
    return html`<button type="button" class="sb-six offered" data-verb="six" data-noun="-1"
        onClick=${() => play.choose("six")}>${dots}<span>${words}</span>
        <b>${word("gain", { n: play.amounts("six")?.points ?? 0 })}</b></button>`;
  return html`<${Short} kind="sb-six ${ready ? "ready" : ""}" title=${words} anchor=${GROUPS}
    why=${whyAt(play, seat, "six", 0)}>${dots}<span>${words}</span><//>`;
}

/** The rules of groups and of feeding. */
const [GROUPS, FEEDING] = ["SWB-7.1", "SWB-8.1"];

/**
 * A line about a state, with the reason why it isn't available.
 * @param {{ kind: string, title: string, anchor: string, why?: Why, children: Children } & Record<string, any>} props
 */
function Short({ kind, title, anchor, why, children, ...rest }) {
  const events = useExplained({ title, text: "", anchor, why }, false);
  return html`<button type="button" class="sb-told ${kind}" aria-disabled="true" ...${rest} ...${events}>
    ${children}</button>`;
}

/**
 * The cost of feeding, and the feed that would remain or is missing.
 * @param {{ play: Schweinebande.Play, seat: number, own: boolean }} props
 */
function Balance({ play, seat, own }) {
  const { hints, open } = play;
  if (!hints.needs) return null;
  const [cost, left, has] = [hints.needs[seat], hints.left[seat], open.game.feed[seat]];
  return html`
    <${Short} kind="sb-balance ${left < 0 ? "short" : ""}" title=${word("needs", { n: cost })} anchor=${FEEDING}
      why=${whyAt(play, seat, "feed", 0)} data-test="balance" data-cost=${cost} data-left=${left}>
      <${Picture} of="feed" />
      <span>${word("needs", { n: cost })}${own
        && html`<span class="sb-has">, ${word("has", { n: has })}</span>`} · </span>
      <b>${left < 0 ? word("short", { n: -left }) : word("balance", { n: left })}</b>
    <//>
  `;
}

/** @param {{ play: Schweinebande.Play, seat: number }} props */
function Pen({ play, seat }) {
  const { game } = play.open;
  const own = seat === play.seat;
  const name = seatName(play.open.seats, seat);
  const group = useRoving();
  return html`
    <div class="sb-pen" role="group" aria-label="${word("pen")}: ${name}">
      <h2>${word("pen")}</h2>
      <div class="sb-animals" ...${group}>
        ${KINDS.map((kind) => html`<${Animal} key=${kind} play=${play} seat=${seat} kind=${kind} />`)}
        ${game.pens[seat][SACK] > 0 && html`
          <${Penned} play=${play} seat=${seat} kind=${SACK} class="sb-animal kind-6">
            <${Picture} of=${SACK} /><span class="sb-name">${tileName(SACK)}</span><span class="sr">: </span>
            <span class="sb-count">${game.pens[seat][SACK]}</span><//>`}
      </div>
      ${play.open.table.phase !== "over"
        && html`<div class="sb-under"><${Six} play=${play} seat=${seat} />
            <${Balance} play=${play} seat=${seat} own=${own} /></div>`}
    </div>
  `;
}

/** @param {{ play: Schweinebande.Play, seat: number }} props */
function Barn({ play, seat }) {
  const { game } = play.open;
  const points = play.hints.points?.[seat] ?? 0;
  const animals = game.farms[seat].map((n, kind) => [kind, n]).filter(([, n]) => n > 0);
  return html`
    <div class="sb-barn" role="group" aria-label="${word("farm")}: ${seatName(play.open.seats, seat)}"
      data-place="farm-${seat}">
      <h2><${Picture} of="barn" />
        <span>${word("farm")}</span> <b data-test="points" data-points=${points}>${word("points", { n: points })}</b>
      </h2>
      <div class="sb-yard">
        ${animals.map(([kind, n]) => html`
          <span key="${kind}-${n}" class="sb-farmed kind-${kind}" title=${tileName(kind)}><${Picture} of=${kind} />
            <span class="sr">${tileName(kind)}: </span><span class=${n > 1 ? "sb-count" : "sr"}>${n}</span></span>`)}
        ${!animals.length && html`<span class="muted">${word("nothing_on_farm")}</span>`}
      </div>
    </div>
  `;
}

/**
 * Remaining farmers, the order tile, feed: each with its label.
 * @param {{ play: Schweinebande.Play, seat: number }} props
 */
function Tokens({ play, seat }) {
  const { game } = play.open;
  const left = game.left[seat];
  const tile = game.order[seat];
  return html`
    <dl class="sb-tokens">
      <div class="sb-feed"><dt>${word("feed")}</dt>
        <dd data-place="feed-${seat}" data-feed=${game.feed[seat]}><${Picture} of="feed" />
          <b key=${game.feed[seat]}>${game.feed[seat]}</b></dd></div>
      <div><dt>${word("figure.farmers")}</dt>
        <dd class="sb-hands">${Array.from({ length: left }, (_, n) => html`<${Picture} key=${n} of="farmer" />`)}
          <span class=${left ? "sr" : ""}>${left}</span></dd></div>
      ${tile > 0 && html`<div><dt>${word("order_tile")}</dt><dd><span class="sb-disc">${tile}</span></dd></div>`}
    </dl>`;
}

/**
 * The person's own farm, or another one in large.
 * @param {{ play: Schweinebande.Play, seat: number }} props
 */
export function Farm({ play, seat }) {
  const own = seat === play.seat;
  return html`
    <section class="sb-farm seat-${seat} ${own ? "mine" : ""}"
      aria-label="${word("farm")}: ${seatName(play.open.seats, seat)}" data-farm=${seat}>
      <header>${!own && html`<${Plate} play=${play} seat=${seat} />`}<${Tokens} play=${play} seat=${seat} /></header>
      <${Pen} play=${play} seat=${seat} />
      <${Barn} play=${play} seat=${seat} />
    </section>
  `;
}

/**
 * The number of tiles of each kind, in small.
 * @param {{ counts: number[], place: string }} props
 */
const Few = ({ counts, place }) => html`
  <span class="sb-few">
    ${counts.map((n, kind) => n > 0
        && html`<span key=${kind} class="sb-one kind-${kind}" title=${tileName(kind)} data-place="${place}-${kind}">
            <${Picture} of=${kind} /><span class="sr">${tileName(kind)}: </span><b>${n}</b></span>`)}
    ${counts.every((n) => !n) && html`<span class="muted">${word("nothing_on_farm")}</span>`}
  </span>`;

/**
 * Another player's farm in small, beside the market.
 * @param {{ play: Schweinebande.Play, seat: number }} props
 */
export function Neighbour({ play, seat }) {
  const { game, seats } = play.open;
  const name = seatName(seats, seat);
  const tile = game.order[seat];
  return html`
    <div role="group" class="sb-neighbour seat-${seat}" aria-label="${word("farm")}: ${name}">
      <h2>${name}${tile > 0 && html` <span class="sb-disc" title=${word("order", { n: tile })}>
          <span class="sr">${word("order_tile")} </span>${tile}</span>`}</h2>
      <dl>
        <div><dt>${word("pen")}</dt>
          <dd><${Few} counts=${game.pens[seat]} place=${`pen-${seat}`} /></dd></div>
        <div><dt>${word("farm")}</dt>
          <dd data-place="farm-${seat}">
            <${Few} counts=${game.farms[seat]} place=${`farmed-${seat}`} /></dd></div>
      </dl>
      ${play.open.table.phase !== "over" && html`<${Balance} play=${play} seat=${seat} />`}
    </div>
  `;
}
