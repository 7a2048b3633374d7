import { randomUUID } from "node:crypto";
import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { query } from "@/lib/platform/db";
import { makeFolderAsync } from "@/lib/platform/make-folder.mjs";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { BadgeSettings } from "../badge-input";
import { pageMessage } from "../badge-message";
import { renderFeed } from "../feeds/serve-feed";
import { Html, html } from "../html/html";
import { renderPage } from "../html/render-page";
import { presentPublicPage } from "../present-public-page";
import { BADGE_FORMATS } from "../serve-badge";
import { IS_SHARED } from "../shared-page";
import { dateFormat, fill, TEXTS } from "../texts/texts";
import { computePage } from "../view/compute-page";
import type { PublicPage } from "../view/public-page";

/** After this time, a copy that was not written again says that it is old. */
const NEXT_BY_MS = 15 * MINUTE_MS;

/** Says that a folder is a copy: no other folder is ever deleted. */
const MARKER = ".tattle-page";

/**
 * Writes a copy of each page that everyone may see into this folder, and deletes the copies of all others. Each file is written alongside
 * its place and renamed, so that none is ever there in part. Returns the cases whose pages these are.
 */
export async function writeCopies(folder: string, now: Date): Promise<string[]> {
  const pages = await query<{ id: string; slug: string; caseId: string }>(
    `SELECT id, slug, case_id AS "caseId" FROM pages WHERE ${IS_SHARED}`,
  );
  await makeFolderAsync(folder);
  await deleteCopiesExcept(folder, new Set(pages.map(({ slug }) => slug)));
  for (const { id, slug } of pages) {
    const page = await computePage(id, now);
    // It may have been hidden since the list was read.
    if (page?.visibility === "public")
      await writeCopy(path.join(folder, slug), page, await listBadges(id), now);
  }
  return [...new Set(pages.map(({ caseId }) => caseId))];
}

type BadgeOfPage = { id: string; label: string; settings: BadgeSettings };

const listBadges = (pageId: string) =>
  query<BadgeOfPage>("SELECT id, name AS label, settings FROM shares WHERE page_id = $1", [pageId]);

async function writeCopy(folder: string, page: PublicPage, badges: BadgeOfPage[], now: Date): Promise<void> {
  const times = {
    generated_at: now.toISOString(),
    next_by: new Date(now.getTime() + NEXT_BY_MS).toISOString(),
  };
  await makeFolderAsync(folder);
  await writeWhole(folder, MARKER, "");
  await writeWhole(folder, "feed.atom", renderFeed(page));
  await writeWhole(folder, "page.json", JSON.stringify({ ...presentPublicPage(page), ...times }));
  const text = renderPage(page, { feed: "feed.atom", head: renderStaleness(page, times.next_by) });
  await writeWhole(folder, "index.html", text);
  await writeBadges(path.join(folder, "badge"), page, badges);
}

async function writeBadges(folder: string, page: PublicPage, badges: BadgeOfPage[]): Promise<void> {
  await makeFolderAsync(folder);
  const names = new Set<string>();
  for (const { id, label, settings } of badges) {
    const message = pageMessage(page.components, settings.shows, settings.days);
    for (const [format, { render }] of Object.entries(BADGE_FORMATS)) {
      const name = `${id}.${format}`;
      names.add(name);
      await writeWhole(folder, name, render(id, { label, style: settings.style, ...message }));
    }
  }
  for (const name of await readdir(folder)) if (!names.has(name)) await rm(path.join(folder, name));
}

async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const temporary = path.join(folder, `.${name}.${randomUUID()}`);
  await writeFile(temporary, text);
  await rename(temporary, path.join(folder, name));
}

async function deleteCopiesExcept(folder: string, slugs: Set<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const copy = path.join(folder, name);
    if (!slugs.has(name) && (await exists(path.join(copy, MARKER)))) await rm(copy, { recursive: true });
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The part of a copy that says that it is old, once the next one should have been there. Its script asks no one but the clock. */
function renderStaleness({ asOf, language, timezone }: PublicPage, nextBy: string): Html {
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
