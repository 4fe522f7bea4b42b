/** Stepping through what happened: the earlier documents of one's own view, from the server's log. */

import { html, signal } from "./lib.js";
import { pasts, seatKey } from "./play.js";
import { notice, wire } from "./state.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

const fetching = signal(false);

/** Do something that asks the server for the past, one at a time; a refusal is told in words. */
async function lookBack(work) {
  if (fetching.value) return;
  fetching.value = true;
  try {
    await work();
  } catch (refusal) {
    notice("refusal", refusal.code ?? "fault");
  } finally {
    fetching.value = false;
  }
}

const latest = (play) => play.view.show.shown.value;

/** The number of the newest version that there is to look at. */
export const newest = (play) => latest(play).version;

/** The document of a version: the newest one is at hand, earlier ones come from the server. */
const documentAt = (play, version) =>
  version >= latest(play).version ? latest(play) : wire.history(play.table, play.seat, Math.max(1, version));

function put({ table, view, seat }, past) {
  const key = seatKey(table, seat);
  if (past.version >= view.show.shown.value.version) {
    const { [key]: _, ...others } = pasts.value;
    pasts.value = others;
  } else if (Object.keys(past.public.game).length) {
    pasts.value = { ...pasts.value, [key]: past };
  } else {
    notice("note", "history.before");
  }
}

/** Show the table as it was at a version; the newest one is the present again. */
export const showVersion = (play, version) => lookBack(async () => put(play, await documentAt(play, version)));

/** Show the moment at which a line of the log was written: the first version that knows it. */
export const showLine = (play, number) =>
  lookBack(async () => {
    let [low, high] = [1, latest(play).version];
    let found = latest(play);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const past = await documentAt(play, middle);
      if (past.public.log[0] > number) [high, found] = [middle, past];
      else low = middle + 1;
    }
    put(play, found);
  });

/**
 * Show how the turn began that the table is in; from there, the turn before. Every look costs the server a
 * replay, so the beginning of a long turn is looked for in strides, and then between the last two of them.
 */
const showTurn = (play) =>
  lookBack(async () => {
    const { turn, longTurns } = play.module;
    const turnAt = (past) => turn(past.public.game, past.mine.hints ?? {});
    let first = await documentAt(play, play.version - 1);
    let before = 0;
    const look = async (version) => {
      const past = await documentAt(play, version);
      const same = Object.keys(past.public.game).length && turnAt(past) === turnAt(first);
      if (same) first = past;
      else before = version;
    };
    for (let stride = 1; !before && first.version > 1; stride *= longTurns ? 2 : 1) await look(Math.max(1, first.version - stride));
    while (first.version - before > 1) await look(Math.floor((first.version + before) / 2));
    put(play, first);
  });

function Step({ icon, label, off, onClick }) {
  return html`
    <button type="button" class="quiet" data-step=${icon} aria-label=${t(label)} title=${t(label)} disabled=${off || fetching.value} onClick=${onClick}>
      <${Icon} name=${icon} />
    </button>`;
}

/** The way back to the present. It stands apart from the steps, which stay where they are while one looks back. */
export const Live = ({ play }) => html`
  <button type="button" class="primary live" data-test="live" onClick=${() => showVersion(play, newest(play))}>${t("history.live")}</button>
`;

export function History({ play }) {
  const { version, past } = play;
  return html`
    <div class="history" role="group" aria-label=${t("history.label")} data-test="history">
      <${Step} icon="first" label="history.turn-back" off=${version <= 1} onClick=${() => showTurn(play)} />
      <${Step} icon="back" label="history.back" off=${version <= 1} onClick=${() => showVersion(play, version - 1)} />
      <${Step} icon="forward" label="history.forward" off=${!past} onClick=${() => showVersion(play, version + 1)} />
    </div>
  `;
}
