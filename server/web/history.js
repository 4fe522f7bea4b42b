/** Stepping through what happened: the earlier documents of one's own view, from the server's log. */

import { html, signal } from "./lib.js";
import { lines } from "./gametext.js";
import { pasts } from "./play.js";
import { notice, wire } from "./state.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

const fetching = signal(false);

/** Show the table as it was at a version; the newest one is the present again. */
export async function showVersion({ table, view, seat }, version) {
  const latest = view.show.shown.value.version;
  if (version >= latest) {
    const { [table]: _, ...others } = pasts.value;
    pasts.value = others;
    return;
  }
  fetching.value = true;
  try {
    const past = await wire.history(table, seat, Math.max(1, version));
    if (Object.keys(past.public.game).length) pasts.value = { ...pasts.value, [table]: past };
    else notice("note", "history.before");
  } catch (refusal) {
    notice("refusal", refusal.code);
  } finally {
    fetching.value = false;
  }
}

/** The version at which the turn began that a document is in, or the one before. */
function turnBack({ open, version, module }) {
  const starts = lines(open.log).filter(([at, key]) => at < version && module.turns.includes(key));
  return starts.length ? starts.at(-1)[0] : version - 1;
}

export function History({ play }) {
  const { version, past } = play;
  const latest = play.view.show.shown.value.version;
  const button = (icon, label, to, off) => html`
    <button type="button" class="quiet" aria-label=${t(label)} title=${t(label)} disabled=${off || fetching.value} onClick=${() => showVersion(play, to)}><${Icon} name=${icon} /></button>`;
  return html`
    <div class="history" role="group" aria-label=${t("history.label")} data-test="history">
      ${button("first", "history.turn-back", past || version > 1 ? turnBack(play) : 1, version <= 1)}
      ${button("back", "history.back", version - 1, version <= 1)}
      ${past && html`<span class="history-at">${version} / ${latest}</span>`}
      ${button("forward", "history.forward", version + 1, !past)}
      ${past && html`<button type="button" class="primary" data-test="live" onClick=${() => showVersion(play, latest)}>${t("history.live")}</button>`}
    </div>
  `;
}
