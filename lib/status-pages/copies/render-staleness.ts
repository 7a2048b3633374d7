import { Html, html } from "../html/html";
import { dateFormat, fill, TEXTS } from "../texts/texts";
import type { PublicPage } from "../view/public-page";

/** The part of a copy that says that it is old, once the next one should have been there. Its script asks no one but the clock. */
export function renderStaleness({ asOf, language, timezone }: PublicPage, nextBy: string): Html {
  const text = fill(TEXTS[language].noNews, { time: dateFormat(language, timezone).format(asOf) });
  return html`<meta name="tattle-next-by" content="${nextBy}" data-text="${text}">
<script>${new Html(SCRIPT)}</script>`;
}

const SCRIPT = `addEventListener("DOMContentLoaded", () => {
  const { content, dataset } = document.querySelector("meta[name=tattle-next-by]");
  const note = document.createElement("p");
  note.className = "sum unknown";
  note.role = "alert";
  note.textContent = dataset.text;
  const look = () => { if (Date.now() > Date.parse(content)) document.querySelector("main").prepend(note); };
  look();
  setInterval(look, 30000);
});`;
