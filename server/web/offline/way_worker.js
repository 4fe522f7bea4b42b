/**
 * The service worker of a server's page, for those who have installed it or keep it for times without a line: without a
 * line the page opens as `offline.html`, or says what that needs. It keeps no file and no page, so what it lets through
 * is never old. The build puts `TEXTS` before this.
 */

{
  const worker = /** @type {any} */ (self);

  /** What a person reads who has no line and no files. */
  const needs = () => {
    const language = navigator.language.startsWith("de") ? "de" : "en";
    const { title, text, how, again } = worker.TEXTS[language];
    const body = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Stammtisch</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>
  :root { font: 1.05rem/1.5 system-ui, sans-serif; background: #f3ecdf; color: #2a2420; }
  @media (prefers-color-scheme: dark) { :root { background: #151a18; color: #f3ecdf; } }
  main { max-width: 34rem; margin: 12vh auto 0; padding: 0 1.2rem; }
  h1 { font-size: 1.5rem; }
  button { min-height: 44px; padding: 0 1.2rem; border: 0; border-radius: 12px; background: #1d7a5a; color: #fff;
    font: 600 1rem system-ui, sans-serif; }
</style>
<main><h1>${title}</h1><p>${text}</p><p>${how}</p><p><button type="button">${again}</button></p></main>
<script>
  const again = () => location.reload();
  document.querySelector("button").onclick = again;
  addEventListener("online", again);
</script></html>`;
    return new Response(body, { headers: { "content-type": "text/html;charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'" } });
  };

  /** Without a line. `offline.html` is the last file that is kept: if it is there, all are. */
  const away = async () =>
    (await caches.match("offline.html") ? Response.redirect("offline.html?away") : needs());

  /** @param {{ request: Request, preloadResponse: Promise<Response | undefined> }} event */
  const answered = async ({ request, preloadResponse }) => {
    try {
      return await preloadResponse ?? await fetch(request);
    } catch {
      return away();
    }
  };

  worker.addEventListener("install", (/** @type {any} */ event) => {
    worker.skipWaiting(); // it has no state, and the newest one is the best for all pages
    const files = new URL("static/*", worker.location.href).pathname;
    // Browsers that know this don't even start the worker for a file.
    event.addRoutes?.({ condition: { urlPattern: { pathname: files } }, source: "network" })?.catch?.(() => {});
  });
  // The page is requested while this worker starts, so it comes as soon as without it.
  worker.addEventListener("activate", (/** @type {any} */ event) =>
    event.waitUntil(worker.registration.navigationPreload?.enable()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { method, mode } = event.request;
    if (method === "GET" && mode === "navigate") event.respondWith(answered(event));
  });
}
