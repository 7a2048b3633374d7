import type { Notification } from "./notification";
import { buildReason, listFacts, timeText } from "./words";

/**
 * What stands below the title, as plain text without links: the reason, and each fact on a line. Of what is past, only from
 * when to when. Empty if the title says it all.
 */
export function buildDetails(notification: Notification): string {
  if (notification.isPast)
    return notification.since ? `From ${timeText(notification.since)} to ${timeText(notification.at)}.` : "";
  const facts = listFacts(notification).map(({ label, value }) => `${label}: ${value}`);
  return [buildReason(notification), facts.join("\n")].filter(Boolean).join("\n\n");
}

/** The text on one line. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text with `&`, `<`, `>` and `"` as entities of HTML. */
export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** What a header can carry: visible characters of ASCII. */
export const HEADER_SAFE = /^[!-~]+$/;
