import type { Told } from "./told";
import { factsOf, reasonOf, timeText } from "./words";

/**
 * What stands below the title, as plain text without links: the reason, and each fact on a line. Of what is past, only from
 * when to when. Empty if the title says it all.
 */
export function detailsOf(told: Told): string {
  if (told.isPast) return told.since ? `From ${timeText(told.since)} to ${timeText(told.at)}.` : "";
  const facts = factsOf(told).map(({ label, value }) => `${label}: ${value}`);
  return [reasonOf(told), facts.join("\n")].filter(Boolean).join("\n\n");
}

/** The text on one line. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text with `&`, `<`, `>` and `"` as entities of HTML. */
export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** What a header can carry: visible characters of ASCII. */
export const HEADER_SAFE = /^[!-~]+$/;
