/**
 * Play without a server: begins the page with a hub in a Web Worker. The page's own modules don't know: their sockets
 * and their requests to the server lead to this worker, which answers with the same frames and documents.
 */

/** Requests that a server would answer; everything else is a file. */
const ASKED = new RegExp("^(tables/.+|reel|beginnings|bots|games/\\w+/(?:position|puzzles)/\\w+|book|person|push|reach|"
  + "groups.*|board-failures)$");

/** The page's texts. Some of them speak of a server or of friends, and are others here. */
const TEXT_FILE = /^static\/texts\/(?:\w+\.)?(?:de|en)\.\w+\.json$/;

const BASE = new URL("./", location.href.split("#")[0]);

/** @type {Record<string, Record<string, any>>} */
const TEXTS = JSON.parse(document.getElementById("offline-texts")?.textContent ?? "{}");

/** @param {string} key */
const setting = (key) => {
  try {
    return localStorage.getItem(`stammtisch.${key}`);
  } catch {
    return null;
  }
};
const language = () => setting("language") ?? (navigator.language.startsWith("de") ? "de" : "en");
/** @param {string} key */
const textOf = (key) => TEXTS[language()]?.[key] ?? "";

/** Pages that need the server. */
const OF_SERVER = /^#\/(?:(?:t|replay)\/(?!offline-)|(?:g|tv|stream|book|open)\b)/;

/**
 * What a person wanted to see who came here because the server's page has no line (`way_worker.js`). The address keeps
 * it, for the way back. Null for those who come by themselves.
 */
const wanted = (() => {
  const query = new URLSearchParams(location.search);
  const given = query.get("away");
  if (given === null) return null;
  const hash = given || location.hash || "#/";
  query.set("away", hash);
  history.replaceState(history.state, "", `?${query}${OF_SERVER.test(location.hash) ? "#/" : location.hash}`);
  return hash;
})();

/** The pauses of the bots in seconds; `?pause=0` lets them answer at once. */
const pause = () => {
  const asked = new URLSearchParams(location.search).get("pause");
  const longest = Number(asked ?? 1.8);
  return longest >= 0 && longest <= 10 ? [Math.min(0.7, longest), longest] : [0.7, 1.8];
};

/** The worker, and the one socket that leads to it. */
class Hub {
  constructor() {
    // Beside the page, so that the service worker answers for it too.
    this.worker = new Worker(new URL("offline-hub.js", BASE), { type: "module" });
    /** @type {LocalSocket | null} */
    this.socket = null;
    /** @type {Map<number, (answer: Response) => void>} */
    this.asked = new Map();
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => this.heard(data, resolve, reject);
      this.worker.onerror = () => reject(new Error("failed"));
    });
    this.worker.postMessage({ pause: pause(), folder: new URL("./", import.meta.url).href });
  }

  /**
   * @param {any} data
   * @param {(value?: unknown) => void} resolve
   * @param {(why: Error) => void} reject
   */
  heard(data, resolve, reject) {
    if (data.ready) resolve();
    if (data.forbidden || data.failed) reject(new Error(data.forbidden ? "forbidden" : "failed"));
    if (data.busy) show(textOf("busy"));
    if (data.frame) this.socket?.onmessage?.({ data: data.frame });
    if (data.closed) this.socket?.end(data.closed);
    if (data.bot) note(textOf("bot"));
    if (data.refused !== undefined) warn(data.refused && textOf(data.refused));
    if (data.answer !== undefined) {
      const headers = { "content-type": data.kind };
      this.asked.get(data.answer)?.(new Response(data.body, { status: data.status, headers }));
      this.asked.delete(data.answer);
    }
  }

  /**
   * @param {string} path
   * @param {URL} url
   * @param {RequestInit} [request]
   * @returns {Promise<Response>}
   */
  async answer(path, url, { method = "GET", body = null } = {}) {
    const number = this.asked.size ? Math.max(...this.asked.keys()) + 1 : 1;
    const answer = new Promise((resolve) => { this.asked.set(number, resolve); });
    const data = new Uint8Array(await new Response(body).arrayBuffer());
    const at = url.searchParams.get("at") ?? "";
    this.worker.postMessage({ number, path, method, at, body: data, language: language() });
    return answer;
  }
}

/** What the page's socket module needs of a WebSocket. */
class LocalSocket {
  static OPEN = 1;

  constructor() {
    this.readyState = 0;
    this.binaryType = "arraybuffer";
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((message: { data: Uint8Array }) => void) | null} */
    this.onmessage = null;
    /** @type {((closing: { code: number }) => void) | null} */
    this.onclose = null;
    hub.socket?.end(1000);
    hub.socket = this;
    hub.ready.then(() => {
      if (hub.socket !== this) return;
      this.readyState = LocalSocket.OPEN;
      this.onopen?.();
    }).catch(() => this.end(1011));
  }

  /** @param {Uint8Array} frame */
  send(frame) {
    hub.worker.postMessage({ frame: frame.slice() });
  }

  close() {
    this.end(1000);
  }

  /** @param {number} code */
  end(code) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    if (hub.socket === this) hub.socket = null;
    setTimeout(() => this.onclose?.({ code }));
  }
}

/**
 * Show that nothing can be stored, for as long as that lasts.
 * @param {string} text
 */
function warn(text) {
  const known = document.getElementById("offline-warning");
  if (known?.textContent === text) return;
  known?.remove();
  if (!text) return;
  const line = document.createElement("p");
  line.id = "offline-warning";
  line.className = "reconnect";
  line.setAttribute("role", "alert");
  line.textContent = text;
  document.body.append(line);
}

/** How long (ms) a note stays. */
const NOTE_MS = 15_000;

/**
 * Say something that has happened, for a while.
 * @param {string} text
 */
function note(text) {
  const line = document.createElement("p");
  line.className = "reconnect";
  line.dataset.test = "offline-note";
  line.setAttribute("role", "status");
  document.body.append(line);
  line.textContent = text; // screen readers tell what changes
  setTimeout(() => line.remove(), NOTE_MS);
}

/**
 * Show what happens before the page is there.
 * @param {string} text
 */
function show(text, failed = false) {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const line = document.createElement("p");
  line.className = "noscript";
  line.setAttribute("role", failed ? "alert" : "status");
  line.textContent = text;
  app.querySelector(".noscript[role]")?.remove();
  if (failed) app.replaceChildren(line);
  else app.append(line);
}

/**
 * The same texts with the words of this page.
 * @param {Response} answer
 * @param {string} path
 */
async function reworded(answer, path) {
  if (!answer.ok) return answer;
  const texts = await answer.json();
  const instead = TEXTS[/[./](de|en)\./.exec(path)?.[1] ?? ""]?.instead ?? {};
  const others = Object.fromEntries(Object.entries(instead).filter(([key]) => key in texts));
  return new Response(JSON.stringify({ ...texts, ...others }));
}

/** Links to logs lead to the worker as well. @param {MouseEvent} event */
async function download(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  const url = link && new URL(/** @type {HTMLAnchorElement} */ (link).href);
  if (!url || !url.href.startsWith(BASE.href) || url.hash) return;
  const path = url.pathname.slice(BASE.pathname.length);
  if (!/^tables\/[\w-]+\/log$/.test(path)) return;
  event.preventDefault();
  const answer = await hub.answer(path, url);
  if (!answer.ok) return;
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(await answer.blob());
  saved.download = `stammtisch-${path.split("/")[1]}.log`;
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
}

/** How often (ms) a page that waits for the server looks for it. */
const LOOK_INTERVAL_MS = 20_000;

/** Is the server there again? */
let there = false;

/** Look for the server, for those who came here because it was away. */
async function look() {
  if (document.hidden) return;
  there = await files(BASE.href, { method: "HEAD", cache: "no-store" }).then(({ ok }) => ok, () => false);
  sayWhere();
}

/** In the lobby: where this page plays, and the way to the server. */
function sayWhere() {
  const known = document.getElementById("offline-here");
  if (location.hash.replace(/^#\/?/, "")) {
    known?.remove();
    return;
  }
  const said = textOf(wanted === null ? "here" : there ? "there" : "away");
  const way = wanted === null ? textOf("front") : there ? textOf("back") : "";
  if (known?.textContent === said + way) return;
  const row = known ?? document.createElement("p");
  row.id = "offline-here";
  row.setAttribute("role", "status");
  const text = document.createElement("span");
  text.textContent = said;
  const link = document.createElement("a");
  link.href = OF_SERVER.test(wanted ?? "") ? `./${wanted}` : "./";
  link.textContent = way;
  row.replaceChildren(text, ...(way ? [link] : []));
  if (!known) document.body.prepend(row);
}

const hub = new Hub();
const files = globalThis.fetch;
/** @type {any} */
const local = globalThis;
local.WebSocket = LocalSocket;
local.fetch = (/** @type {string | URL} */ input, /** @type {RequestInit} */ request) => {
  const url = new URL(input, location.href);
  const path = url.href.startsWith(BASE.href) ? url.pathname.slice(BASE.pathname.length) : "";
  if (ASKED.test(path)) return hub.answer(path, url, request);
  const answer = files(input, request);
  return TEXT_FILE.test(path) ? answer.then((one) => reworded(one, path)) : answer;
};
addEventListener("click", download, true);
document.documentElement.lang = language();
document.documentElement.dataset.offline = "yes";
show(`${wanted === null ? "" : `${textOf("away")} `}${textOf("loading")}`);
navigator.storage?.persist?.().catch(() => {});
// The first scope begins the names of the page and of its worker; the second one is that of the server's page.
for (const [worker, scope] of [["offline.js", "offline"], ["offline-way.js", "./"]]) {
  navigator.serviceWorker?.register(worker, { scope, updateViaCache: "none" }).catch(() => {});
}

hub.ready.then(async () => {
  await import(/** @type {HTMLLinkElement} */ (document.querySelector("link[rel=modulepreload]")).href);
  sayWhere();
  addEventListener("hashchange", sayWhere);
  if (wanted !== null) {
    setInterval(look, LOOK_INTERVAL_MS);
    for (const event of ["online", "visibilitychange"]) addEventListener(event, look);
    look();
  }
  // The page has another language now: it sets this attribute.
  new MutationObserver(sayWhere).observe(document.documentElement, { attributeFilter: ["lang"] });
}).catch((why) => show(textOf(why.message === "forbidden" ? "forbidden" : "failed"), true));
