// Shows notifications. It answers no request and stores nothing, so company data is never kept on the device.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => {
  const { title, body, tag, href, open } = event.data.json();
  event.waitUntil(
    registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      icon: "/icon-192.png",
      badge: "/badge-96.png",
      data: { href },
      actions: [{ action: "open", title: open }],
    }),
  );
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.href, location.origin);
  // A notification leads nowhere but into the app.
  if (url.origin === location.origin) event.waitUntil(show(url.href));
});

/** In a window that is open already, else in a new one. */
async function show(url) {
  const [shown] = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!shown) return clients.openWindow(url);
  await shown.focus();
  // A window that this worker does not control can't be led.
  return shown.navigate(url).catch(() => clients.openWindow(url));
}
