import type { PublicNotice } from "../notices/list-public";
import type { Texts } from "../texts/texts";
import { type Html, html } from "./html";
import { renderMarkdown } from "./render-markdown";

type Write = { texts: Texts; time: Intl.DateTimeFormat };

/** What people wrote on a page: what is open or to come, above all else. */
export const renderOpenNotices = (notices: PublicNotice[], write: Write): Html =>
  html`${notices
    .filter(({ endedAt }) => !endedAt)
    .map((notice) => html`<section>${renderNotice(notice, write)}</section>`)}`;

/** Past notices, the latest first. */
export function renderPastNotices(notices: PublicNotice[], write: Write): Html {
  const past = notices
    .filter(({ endedAt }) => endedAt)
    .sort((one, other) => Number(other.endedAt) - Number(one.endedAt));
  if (past.length === 0) return html``;
  return html`<section><h2>${write.texts.pastNotices}</h2>${past.map(
    (notice) =>
      html`<details id="${notice.id}"><summary>${notice.title} <span class="quiet">${notice.endedAt && writeTime(notice.endedAt, write.time)}</span></summary>${renderNotice(notice, write, false)}</details>`,
  )}</section>`;
}

function renderNotice(notice: PublicNotice, write: Write, isOpen = true): Html {
  const { texts, time } = write;
  const { id, title, kind, state, startsAt, endsAt, updates, summary } = notice;
  return html`<article${isOpen && html` id="${id}"`}>
${isOpen && html`<div class="row"><h2>${title}</h2><span class="state ${lookOf(notice)}">${state ? texts[state] : texts.news}</span></div>`}
${kind === "maintenance" && startsAt && endsAt && html`<p class="quiet">${writeTime(startsAt, time)} – ${writeTime(endsAt, time)}</p>`}
${summary !== "" && html`<h3>${texts.summary}</h3>${renderMarkdown(summary)}`}
<ol class="list">${updates
    .toReversed()
    .map(
      ({ at, state: of, text }) =>
        html`<li><p class="quiet">${writeTime(at, time)}${of && html` · ${texts[of]}`}</p>${renderMarkdown(text)}</li>`,
    )}</ol></article>`;
}

const writeTime = (at: Date, time: Intl.DateTimeFormat) =>
  html`<time datetime="${at.toISOString()}">${time.format(at)}</time>`;

const lookOf = (notice: PublicNotice) => {
  if (notice.kind !== "incident") return "maintenance";
  return notice.affected.some(({ impact }) => impact === "major") ? "failed" : "late";
};
