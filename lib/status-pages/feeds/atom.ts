import { escapeXml } from "@/lib/rules/escape-xml";
import type { PublicNotice } from "../notices/list-public";
import type { NoticeState } from "../notices/states";

type Feed = {
  /** The id of the page: addresses may change, and ids of a feed must not. */
  id: string;
  title: string;
  url: string;
  feedUrl: string;
  language: string;
  asOf: Date;
  notices: PublicNotice[];
};

type Texts = { render: (markdown: string) => string; state: (state: NoticeState) => string };

/** XML has no way to write these, not even by a reference. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const toXml = (text: string) => escapeXml(text.toWellFormed().replace(NOT_XML, ""));

/** The Atom feed of a page (RFC 4287): an entry for each update, and one for what was learnt, newest first. Their ids never change. */
export function atomFeed(feed: Feed, texts: Texts): string {
  const entries = feed.notices
    .flatMap((notice) => listEntries(notice, texts))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MAX_ENTRIES);
  const updated = entries[0]?.at ?? new Date(0);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${toXml(feed.language)}">`,
    `<id>urn:uuid:${feed.id}</id>`,
    `<title>${toXml(feed.title)}</title>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<author><name>${toXml(feed.title)}</name></author>`,
    `<link rel="alternate" type="text/html" href="${toXml(feed.url)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${toXml(feed.feedUrl)}"/>`,
    ...entries.map(
      ({ id, noticeId, title, at, html }) =>
        `<entry><id>urn:uuid:${id}</id><title>${toXml(title)}</title><updated>${at.toISOString()}</updated>` +
        `<link rel="alternate" type="text/html" href="${toXml(`${feed.url}#${noticeId}`)}"/>` +
        `<content type="html">${toXml(html)}</content></entry>`,
    ),
    "</feed>\n",
  ].join("\n");
}

const MAX_ENTRIES = 100;

function listEntries(
  { id: noticeId, title, updates, summary, endedAt }: PublicNotice,
  { render, state }: Texts,
) {
  const entries = updates.map((update) => ({
    id: update.id,
    noticeId,
    title: update.state ? `${title}: ${state(update.state)}` : title,
    at: update.at,
    html: render(update.text),
  }));
  if (summary === "" || !endedAt) return entries;
  return [...entries, { id: noticeId, noticeId, title, at: endedAt, html: render(summary) }];
}
