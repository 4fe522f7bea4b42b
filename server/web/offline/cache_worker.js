/**
 * The service worker of play without a server: keeps the files of one version of the page, so that it opens without a
 * line. It answers for `offline.html` and its worker alone. A new version is fetched beside the old one, as far as it
 * differs, and takes its place once no page plays with the old one. The build puts `VERSION` and `FILES` before this.
 */

{
  const worker = /** @type {any} */ (self);
  const PREFIX = "stammtisch offline ";
  const LASTING = /^static\/(?:.*\.[0-9a-f]{8,}\.\w+|offline\/[0-9a-f]{8,}\/.*)$/;
  const { VERSION, FILES } = worker;
  const name = PREFIX + VERSION;

  const fill = async () => {
    const cache = await caches.open(name);
    const known = new Set((await cache.keys()).map(({ url }) => url));
    const missing = FILES.filter((/** @type {string} */ file) => !known.has(new URL(file, worker.location.href).href));
    for (const file of missing) { // one after the other: the page that begins needs the line as well
      const lasting = LASTING.test(file); // the same name, the same content
      const answer = (lasting && await caches.match(file))
        || await fetch(file, { cache: lasting ? "default" : "no-cache" });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      // Where a host has led to another name, browsers take its answer for no page: only what it brings is kept.
      const { redirected, headers } = answer;
      await cache.put(file, redirected ? new Response(await answer.blob(), { headers }) : answer);
    }
  };

  const tidy = async () => {
    const all = await caches.keys();
    await Promise.all(all.filter((one) => one.startsWith(PREFIX) && one !== name).map((one) => caches.delete(one)));
  };

  /**
   * A file as the browser's own cache has it, if it does. What was compiled of WebAssembly when the page began for the
   * first time is beside that copy: with the one that is kept here, a start would compile all of it once more.
   * @param {string} file
   */
  const compiled = (file) => fetch(file, { cache: "only-if-cached", mode: "same-origin" })
    .then((answer) => (answer.ok ? answer : null), () => null);

  /** @param {Request} request */
  const answered = async (request) => {
    const found = request.url.endsWith(".wasm") && await compiled(request.url);
    if (found) return found;
    const cache = await caches.open(name);
    const page = request.mode === "navigate" && /\/offline(\.html)?$/.test(new URL(request.url).pathname);
    return await cache.match(page ? "offline.html" : request) ?? fetch(request);
  };

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
  // The page that has begun before this worker is one of its pages as well: a newer version waits for it.
  const begin = () => tidy().then(() => worker.clients.claim());
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    if (event.request.method === "GET") event.respondWith(answered(event.request));
  });
}
