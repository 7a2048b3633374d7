// Shows the messages of lib/channel-kinds/web-push.ts as notifications, also while no page of Tattle is open.

const ANSWERS = [
  { action: "acknowledge", title: "Acknowledge" },
  { action: "snooze_hour", title: "Snooze 1 h" },
];

self.addEventListener("push", (event) => {
  const { title, body, url, tag, renotify, answers } = event.data.json();
  const options = {
    body,
    tag,
    renotify,
    data: { url },
    icon: "/icon-192.png",
    ...(answers && { actions: ANSWERS }),
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil(event.action ? answer(url, event.action) : open(url));
});

/** Answers as the buttons of the page do, and shows the page: it says what became of it, and has the buttons if nothing did. */
async function answer(url, action) {
  const body = new URLSearchParams({ answer: action });
  await fetch(url.replace("/i/", "/i/answer/"), { method: "POST", body }).catch(() => {});
  await open(url);
}

/** Shows the page: in the tab that has it open already, or in a new one. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((each) => each.url === url);
  return tab ? tab.focus() : self.clients.openWindow(url);
}

// A new version takes over at once: it keeps nothing that an old page could miss.
self.addEventListener("install", () => self.skipWaiting());
