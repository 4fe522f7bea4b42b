/** Beside the board: the log, the chat, who is here. */

import { html, useEffect, useRef, useState } from "./lib.js";
import { aboutSeat, lines, lineText, seatName } from "./gametext.js";
import { showLine } from "./history.js";
import { change, person } from "./state.js";
import { clockTime, t } from "./text.js";
import { Avatar, Icon } from "./ui.js";

/** Keep a list at its end, unless somebody has scrolled up in it. */
function useBottom(length) {
  const ref = useRef(null);
  const stuck = useRef(true);
  useEffect(() => {
    const box = ref.current;
    if (box && stuck.current) box.scrollTop = box.scrollHeight;
  }, [length]);
  const onScroll = ({ target }) => (stuck.current = target.scrollHeight - target.scrollTop - target.clientHeight < 40);
  return { ref, onScroll };
}

function Log({ play }) {
  const { open } = play;
  const rows = lines(open.log);
  const total = open.log[0];
  const box = useBottom(total);
  return html`
    <ol class="log" data-test="log" tabindex="0" aria-label=${t("side.log")} ...${box}>
      ${rows.map((line, n) => {
        const starts = play.module.turns.includes(line[0]);
        const number = total - rows.length + n;
        const seat = aboutSeat(open.table.game, line) ? `seat-${line[1]}` : "";
        return html`
          <li key=${number} class="log-line ${starts ? "starts" : ""} ${play.lines.includes(line) ? "last" : ""} ${seat}">
            <button type="button" title=${t("history.show-this")} onClick=${() => showLine(play, number)}>${lineText(open.table.game, open.seats, line)}</button>
          </li>`;
      })}
    </ol>
  `;
}

function Chat({ play }) {
  const [text, setText] = useState("");
  const rows = play.view.chat.value;
  const box = useBottom(rows.length);
  const send = async (event) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setText("");
    if (!(await change("say", play.table, said))) setText((now) => now || said);
  };
  return html`
    <div class="chat">
      <ol class="chat-lines" data-test="chat" role="log" aria-label=${t("side.chat")} tabindex="0" ...${box}>
        ${rows.length === 0 && html`<li class="muted">${t("chat.empty")}</li>`}
        ${rows.map((row) => html`
          <li key="${row.at} ${row.person}" class=${row.person === person.value ? "own" : ""}>
            <span class="chat-name">${row.name}</span> <time datetime=${new Date(row.at).toISOString()}>${clockTime(row.at)}</time>
            <p>${row.text}</p>
          </li>`)}
      </ol>
      <form class="chat-form" onSubmit=${send}>
        <input maxlength="400" value=${text} aria-label=${t("chat.label")} placeholder=${t("chat.label")} onInput=${(event) => setText(event.target.value)} />
        <button type="submit">${t("chat.send")}</button>
      </form>
    </div>
  `;
}

function People({ play }) {
  const { open, view } = play;
  return html`
    <ul class="people" data-test="people">
      ${view.people.value.map(([who, name, seat]) => html`
        <li key="${who} ${seat}"><${Avatar} name=${name || seatName(open.seats, seat)} bot=${!name || open.seats[seat]?.kind === "bot"} seat=${seat < 0 ? undefined : seat} />
          <span>${seat < 0 ? name : seatName(open.seats, seat)}</span>
          <span class="muted">${seat < 0 ? t("seat.watching") : t("seat.number", { number: seat + 1 })}</span>
        </li>`)}
    </ul>
  `;
}

const TABS = [["log", "list", Log], ["chat", "chat", Chat], ["people", "person", People]];

export function Side({ play }) {
  const [tab, setTab] = useState("log");
  const seen = useRef(0);
  const said = play.view.chat.value.length;
  if (tab === "chat") seen.current = said;
  const unread = Math.max(0, said - seen.current);
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[event.key];
    if (!step) return;
    const next = TABS[(TABS.findIndex(([key]) => key === tab) + step) % TABS.length][0];
    setTab(next);
    document.getElementById(`tab-${next}`).focus();
  };
  return html`
    <aside class="side card" aria-label=${t("side.label")}>
      <div class="tabs" role="tablist" aria-label=${t("side.label")} onKeyDown=${move}>
        ${TABS.map(([key, icon]) => html`
          <button key=${key} type="button" role="tab" id="tab-${key}" aria-selected=${key === tab} aria-controls="panel-${key}" tabindex=${key === tab ? 0 : -1} onClick=${() => setTab(key)}>
            <${Icon} name=${icon} />${t(`side.${key}`)}${key === "chat" && unread > 0 && html` <span class="count">${unread}<span class="sr"> ${t("chat.unread")}</span></span>`}
          </button>`)}
      </div>
      ${TABS.map(([key, , Panel]) => html`
        <div key=${key} role="tabpanel" id="panel-${key}" aria-labelledby="tab-${key}" hidden=${key !== tab}><${Panel} play=${play} /></div>`)}
    </aside>
  `;
}
