/** The form that reports a person to the operator with a reason. The latest messages of the table are attached. */

import { html, useState } from "../core/lib.js";
import { change, notice } from "../core/state.js";
import { isolated, t } from "../core/text.js";
import { Dialog } from "../core/ui.js";

/** @param {{ table: string, who: string, name: string, onClose: () => void }} props */
export function ReportDialog({ table, who, name, onClose }) {
  const [why, setWhy] = useState("");
  const [sent, setSent] = useState(false);
  /** @param {Happening} event */
  const send = async (event) => {
    event.preventDefault();
    if (sent || !why.trim()) return;
    setSent(true);
    const done = await change("report", table, who, why.trim());
    setSent(false);
    if (!done) return;
    onClose();
    notice("note", "report.sent");
  };
  return html`
    <${Dialog} title=${t("report.title", { name: isolated(name) })} onClose=${onClose}>
      <form class="stack" onSubmit=${send}>
        <p>${t("report.help")}</p>
        <label class="stack">${t("report.why")}
          <textarea rows="4" maxlength="400" required value=${why}
            onInput=${(/** @type {Happening} */ event) => setWhy(event.target.value)}></textarea></label>
        <div class="row end">
          <button type="button" onClick=${onClose}>${t("cancel")}</button>
          <button type="submit" class="primary" disabled=${sent}>${t("report.send")}</button>
        </div>
      </form>
    <//>
  `;
}
