// Shows the messages of lib/channel-kinds/web-push.ts as notifications, also while no page of Tattle is open.

self.addEventListener("push", (event) => {
  const { title, body, url, tag, renotify } = event.data.json();
  const options = { body, tag, renotify, data: { url }, icon: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** Shows the page: in the tab that has it open already, or in a new one. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((each) => each.url === url);
  return tab ? tab.focus() : self.clients.openWindow(url);
}

// A new version takes over at once: it keeps nothing that an old page could miss.
self.addEventListener("install", () => self.skipWaiting());
