/**
 * The service worker of the notifications: it shows those that a page of this server asks for and those that come by
 * the browser's push service, and goes to the table at a click. It handles no request and stores no file. No page lies
 * in its scope (the folder of this file), so it can't serve an old page either.
 */

{
  const worker = /** @type {any} */ (self);

  /**
   * Go to the window that asked for the notification. If it is gone, to another one at the same table, or a new one.
   * @param {{ url: string, asker?: string }} where
   */
  const open = async ({ url, asker }) => {
    const { clients } = worker;
    const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const found = all.find((/** @type {any} */ one) => one.id === asker)
      ?? all.find((/** @type {any} */ one) => one.url === url);
    if (!found) return clients.openWindow(url);
    found.postMessage({ url }); // it may show something else by now
    return found.focus();
  };

  /**
   * Show a notice that came by the push service, unless the person is looking at its table. It takes the place of the
   * one that a page in the background has shown for the same table.
   * @param {{ table: string, title: string, body: string }} notice
   */
  const pushed = async ({ table, title, body }) => {
    const { clients, registration } = worker;
    const url = new URL(`../#/t/${encodeURIComponent(table)}`, worker.location.href).href;
    const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
    if (all.some((/** @type {any} */ one) => one.url === url && one.visibilityState === "visible")) return;
    const again = (await registration.getNotifications({ tag: url })).length > 0;
    await registration.showNotification(title, { body, data: { url }, icon: "icon.png", tag: url, renotify: !again });
  };

  worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(pushed(event.data.json())));

  worker.addEventListener("install", () => worker.skipWaiting());

  worker.addEventListener("message", (/** @type {any} */ event) => {
    const { title, body, url } = event.data;
    const data = { url, asker: event.source?.id };
    const told = { body, data, icon: "icon.png", tag: url, renotify: true };
    event.waitUntil(worker.registration.showNotification(title, told));
  });

  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
}
