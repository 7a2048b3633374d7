// What a status page does beyond its HTML: it follows the state while it is open, and arrow keys move along its days. With `?board` it
// is for a screen on the wall, which stays on where the browser can.
const EVERY_MS = 30_000;

if (new URLSearchParams(location.search).has("board")) {
  document.documentElement.classList.add("board");
  const keepOn = () => {
    // The browser refuses it while the battery is low, for example: then the screen may turn off, and the page works as before.
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  keepOn();
  // The browser releases it when the tab is hidden.
  document.addEventListener("visibilitychange", keepOn);
}

setInterval(async () => {
  const main = document.querySelector("main");
  // Whoever reads a day by the keyboard or a finger stays there.
  if (document.hidden || main.contains(document.activeElement)) return;
  // Without a connection, what is shown stays.
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  const nextMain = next.querySelector("main");
  if (nextMain) main.replaceWith(nextMain);
}, EVERY_MS);

addEventListener("keydown", (event) => {
  const day = event.target;
  if (!day.matches?.(".days > li")) return;
  const next = { ArrowLeft: day.previousElementSibling, ArrowRight: day.nextElementSibling }[event.key];
  if (!next) return;
  event.preventDefault();
  next.firstElementChild.removeAttribute("aria-hidden");
  day.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
