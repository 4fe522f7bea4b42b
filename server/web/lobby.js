/** The lobby: tables that are open or being played, the games, and the tables one has been at. */

import { Face, titleOf } from "./faces.js";
import { fileAt } from "./files.js";
import { html, useEffect } from "./lib.js";
import { OptionTags, clockText } from "./options.js";
import { recent } from "./recent.js";
import { lobby, lobbyMore, person, wire } from "./state.js";
import { language } from "./settings.js";
import { catalogue, loadGame, t } from "./text.js";
import { Heading, Icon } from "./ui.js";

/** A game's title, also before its texts are loaded. */
export const gameTitle = (game) => catalogue.value?.find((row) => row.name === game)?.titles[language.value] ?? game;

const SeatDot = ({ row, seat }) => html`
  <li class="seat-dot"><${Face} row=${row} seat=${seat} /><span class="sr">${titleOf(row, seat)}</span></li>
`;

/** What one can do at a table, the sign for it, and whether it is what most come for. */
function way(row) {
  const own = row.seats.some((seat) => seat.person === person.value);
  if (own && row.phase === "playing") return ["lobby.play-on", "forward", true];
  if (own || row.host === person.value) return ["lobby.go-there", "forward", row.phase === "open"];
  return hasRoom(row) ? ["lobby.join", "person", true] : ["lobby.watch", "eye", false];
}

const hasRoom = ({ phase, seats }) => phase === "open" && seats.some(({ kind, mind }) => kind === "open" && !mind);

function TableRow({ table, row }) {
  const [what, icon, main] = way(row);
  const full = row.phase === "open" && !hasRoom(row);
  useEffect(() => { loadGame(row.game); }, [row.game]);
  const title = t("lobby.table-of", { game: gameTitle(row.game), host: row.host_name });
  return html`
    <li class="card table-row" data-table=${table}>
      <div class="table-row-head">
        <h3>${gameTitle(row.game)}</h3>
        <span class="tag ${row.phase}">${t(full ? "lobby.full" : `phase.${row.phase}`)}</span>
      </div>
      <p class="muted">${t("lobby.host", { host: row.host_name })}${row.host === person.value ? ` · ${t("lobby.yours")}` : ""}</p>
      <ul class="seat-dots" aria-label=${t("lobby.seats")}>
        ${row.seats.map((seat, n) => html`<${SeatDot} key=${n} row=${seat} seat=${n} />`)}
      </ul>
      <p class="tags">
        ${row.clock.length > 0 && html`<span class="tag"><${Icon} name="clock" />${clockText(row.clock)}</span>`}
        <${OptionTags} game=${row.game} options=${row.options} />
      </p>
      <a class="button ${main ? "primary" : ""}" href="#/t/${table}" aria-label="${t(what)}: ${title}"><${Icon} name=${icon} />${t(what)}</a>
    </li>
  `;
}

/** A game without a cover shows the sign of the house. */
const plain = ({ target }) => {
  const sign = fileAt("icon.svg");
  if (target.src !== sign) target.src = sign;
};

function GameTile({ game }) {
  return html`
    <li class="card game-tile">
      <img class="game-art" src=${fileAt(game.board ? `games/${game.name}/cover.svg` : "icon.svg")} alt="" onError=${plain} />
      <div class="game-words">
        <h3>${game.titles[language.value]}</h3>
        <p>${game.taglines[language.value]}</p>
        <p class="muted">${t("lobby.players", { from: game.seats[0], to: game.seats[1] })}</p>
        <div class="row">
          <a class="button primary" href="#/new/${game.name}" data-test="new-table"><${Icon} name="plus" />${t("lobby.new")}</a>
          <a class="button" href="#/rules/${game.name}"><${Icon} name="rules" />${t("lobby.rules")}</a>
        </div>
      </div>
    </li>
  `;
}

const Recent = () => html`
  <section aria-labelledby="recent-title">
    <h2 id="recent-title">${t("lobby.recent")}</h2>
    <ul class="recent">
      ${recent.value.map(
        ({ table, game, at, with: names }) => html`
          <li key=${table}><a href="#/t/${table}">${gameTitle(game)}</a>
            <span class="muted"> ${names} · ${new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(at)}</span></li>
        `,
      )}
    </ul>
  </section>
`;

export function Lobby() {
  useEffect(() => {
    document.title = `${t("lobby.title")} · Stammtisch`;
    wire.browse(true);
    return () => wire.browse(false);
  }, [language.value]);
  const tables = Object.entries(lobby.value ?? {});
  const rank = ([, row]) => (row.phase === "open" ? 0 : 1);
  tables.sort((a, b) => rank(a) - rank(b) || b[1].made - a[1].made);
  return html`
    <div class="page lobby">
      <${Heading}>${t("lobby.title")}<//>
      <section aria-labelledby="games-title">
        <h2 id="games-title">${t("lobby.games")}</h2>
        <ul class="games">${(catalogue.value ?? []).map((game) => html`<${GameTile} key=${game.name} game=${game} />`)}</ul>
      </section>
      <div class="lobby-tables ${tables.length || recent.value.length ? "some" : ""}">
        <section aria-labelledby="tables-title">
          <h2 id="tables-title">${t("lobby.tables")}</h2>
          ${lobby.value === null
            ? html`<p class="muted">${t("lobby.loading")}</p>`
            : tables.length === 0
              ? html`<p class="card empty-note">${t("lobby.none")}</p>`
              : html`<ul class="tables" data-test="tables">${tables.map(([table, row]) => html`<${TableRow} key=${table} table=${table} row=${row} />`)}</ul>
                ${lobbyMore.value && html`<button class="button" data-test="more-tables" onClick=${() => wire.browse(true, lobbyMore.value)}>${t("lobby.more")}</button>`}`}
        </section>
        ${recent.value.length > 0 && html`<${Recent} />`}
      </div>
    </div>
  `;
}
