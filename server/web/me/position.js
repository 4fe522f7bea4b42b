/** A custom position: a text that describes it, and the table that begins there. */

import { save } from "../core/book_client.js";
import { bring, BROUGHT } from "../core/uploads.js";
import { seated, SeatChoice } from "../table/chairs.js";
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { AUTO } from "../net/mirrors.js";
import { Refusal } from "../net/net.js";
import { eager, makeTable } from "../lobby/quick_start.js";
import { language } from "../core/settings.js";
import { catalogue, gameTitle, has, mindsOf, refusalText, t } from "../core/text.js";
import { Heading, Icon, useTitle } from "../core/ui.js";

/**
 * The drafts of each game, kept while the page is open.
 * @type {Map<string, string>}
 */
const drafts = new Map();

/**
 * The example text; "" if the game has none or it can't be loaded.
 * @param {string} game
 */
async function example(game) {
  const answer = await fetch(new URL(`games/${game}/position/${language.value}`, location.href.split("#")[0]))
    .catch(() => null);
  return answer?.ok ? answer.text() : "";
}

/**
 * The server's verdict on a text.
 * @typedef {{ found?: import("../core/uploads.js").Beginning, code?: string, reason?: string, busy?: boolean }} Verdict
 */

/**
 * The players of the position, and the button that makes the table.
 * @param {{ found: import("../core/uploads.js").Beginning }} props
 */
function Seats({ found }) {
  const bot = mindsOf(found.game)[0] ?? "";
  const first = () => Array.from({ length: found.seats }, (_, n) => (n === (found.asked[0] ?? 0) ? "me" : bot));
  const [seats, seatThem] = useState(first);
  const [busy, work] = useState(false);
  const make = async () => {
    work(true);
    const { name, game, options } = found;
    const made = await makeTable({ game, seats, options, open: false, origin: [name, BROUGHT, AUTO] });
    if (made && !seats.includes("") && seats.includes("me")) eager.value = made;
    if (!made) work(false);
  };
  return html`
    <section class="stack" data-test="position-seats">
      ${seats.map((who, n) => html`<${SeatChoice} key=${n} game=${found.game} seat=${n} value=${who}
        label=${t("setup.seat", { number: n + 1 })} you=${who === "me" || !seats.includes("me")}
        set=${(/** @type {string} */ now) => seatThem(seated(seats, n, now))} />`)}
      <p class="muted">${t("position.riddle")}</p>
      <div class="row end"><button type="button" class="primary" disabled=${busy} data-test="make-position"
        onClick=${make}>${t("setup.make")}</button></div>
    </section>
  `;
}

/**
 * The result of the check.
 * @param {{ verdict: Verdict }} props
 */
const Said = ({ verdict: { found, code, reason, busy } }) => html`
  <p role="status" id="position-said" class="position-said ${code ? "wrong" : ""}" data-test="position-said">
    ${busy && t("position.checking")}
    ${code && html`${has(`position.refused.${code}`) ? t(`position.refused.${code}`) : refusalText(code)}
      ${reason && ` ${reason}`}`}
    ${found && t("position.good", { n: found.seats })}
  </p>
`;

/**
 * Opens the text from a local file, and saves it to one.
 * @param {{ text: string, game: string, write: (text: string) => void }} props
 */
function Files({ text, game, write }) {
  const picker = useRef(/** @type {HTMLInputElement | null} */ (null));
  /** @param {Happening} event */
  const opened = async ({ target }) => {
    const file = target.files[0];
    if (file) write(await file.text());
    target.value = "";
  };
  return html`
    <label class="button">${t("position.open")}
      <input type="file" class="sr" accept=".toml,text/plain" ref=${picker} data-test="position-file"
        onChange=${opened} /></label>
    <button type="button" data-test="position-save"
      onClick=${() => save(`${game}.toml`, "application/toml", text)}>${t("position.save")}</button>
  `;
}

/**
 * The text in the editor, its game, and the server's verdict.
 * @param {Told.Game[]} games
 */
function useWriting(games) {
  const [game, choose] = useState("");
  const [text, setText] = useState("");
  const [verdict, judge] = useState(/** @type {Verdict} */ ({}));
  const chosen = useRef("");
  const latest = useRef("");
  /** @param {string} now */
  const write = (now) => { latest.current = now; setText(now); };
  /** @param {string} now */
  const change = (now) => { drafts.set(game, now); write(now); judge({}); };
  /** @param {string} name */
  const begin = async (name) => {
    chosen.current = name;
    choose(name);
    judge({});
    const before = latest.current;
    const text = drafts.get(name) ?? await example(name);
    // Otherwise another game was chosen meanwhile, or the person has begun to write.
    if (chosen.current === name && latest.current === before) write(text);
  };
  const again = async () => {
    const before = latest.current;
    const fresh = await example(game);
    if (!fresh) judge({ code: "storing" });
    else if (chosen.current === game && latest.current === before) change(fresh);
  };
  const check = async () => {
    judge({ busy: true });
    const said = await bring(text).then((found) => ({ found }), (refusal) => {
      const { code, reason } = refusal instanceof Refusal ? refusal : new Refusal("fault");
      return { code, reason };
    });
    if (latest.current === text) judge(said); // otherwise the text has changed meanwhile
  };
  useEffect(() => { if (games.length && !game) begin(games[0].name); }, [games.length]);
  return { game, text, verdict, begin, change, again, check };
}

/** The page: an example to change, check, and play. */
export function PositionPage() {
  const games = catalogue.value ?? [];
  const { game, text, verdict, begin, change, again, check } = useWriting(games);
  useTitle(t("position.title"));
  /** @param {Happening} event */
  const submit = (event) => {
    event.preventDefault();
    check();
  };
  return html`
    <div class="page position-page">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <${Heading}>${t("position.title")}<//>
      <form class="card position" data-test="position" onSubmit=${submit}>
        <p>${t("position.about")}</p>
        <div class="row">
          <label class="field"><span>${t("position.example")}</span>
            <select value=${game} data-test="position-game"
              onChange=${(/** @type {Happening} */ { target }) => begin(target.value)}>
              ${games.map(({ name }) => html`<option key=${name} value=${name}>${gameTitle(name)}</option>`)}
            </select></label>
          <button type="button" class="quiet" onClick=${again}>${t("position.again")}</button>
        </div>
        <label class="stack"><span class="sr">${t("position.text")}</span>
          <textarea class="position-text" rows="22" spellcheck="false" autocapitalize="off" maxlength="8192"
            value=${text} aria-invalid=${!!verdict.code} aria-describedby="position-said" data-test="position-text"
            onInput=${(/** @type {Happening} */ { target }) => change(target.value)}></textarea></label>
        <${Said} verdict=${verdict} />
        <div class="row end">
          <${Files} text=${text} game=${game} write=${change} />
          <button type="submit" class=${verdict.found ? "" : "primary"} disabled=${!!verdict.busy}
            data-test="position-check"><${Icon} name="check" />${t("position.check")}</button>
        </div>
        ${verdict.found && html`<${Seats} key=${verdict.found.name} found=${verdict.found} />`}
      </form>
    </div>
  `;
}
