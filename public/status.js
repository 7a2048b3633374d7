// What a status page does beyond its HTML: it follows the state while it is open, and arrow keys move along its days.
const EVERY_MS = 30_000;

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
