import { buildLead, type Fact, LAST_MESSAGE, listFacts, OUTPUT } from "@/lib/rules/messages/alert-message";
import { writeUtc } from "@/lib/rules/messages/format";
import type { Notification } from "@/lib/rules/messages/notification";

/**
 * What stands below the title, as plain text without links: the lead, and each fact on a line. For what is past, only from
 * when to when. Empty if the title says it all. `fits`: whether a text is short enough for the service. If this one is not, as much of
 * the job's output is left out as makes its last lines fit: the caller cuts only what stands behind them.
 */
export function buildDetails(
  notification: Notification,
  fits: (text: string) => boolean = () => true,
): string {
  if (notification.isPast)
    return notification.since
      ? `From ${writeUtc(new Date(notification.since))} to ${writeUtc(new Date(notification.at))}.`
      : "";
  let facts: Fact[] = [];
  for (const maxOutput of OUTPUT_LENGTHS) {
    facts = listFacts(notification, maxOutput);
    const end = facts.findLastIndex(({ label }) => MESSAGES.includes(label)) + 1;
    if (fits(writeDetails(notification, facts.slice(0, end)))) break;
  }
  return writeDetails(notification, facts);
}

/** The lengths of output that are tried, the longest first. */
const OUTPUT_LENGTHS = [1_500, 700, 300, 100];
const MESSAGES = [OUTPUT, LAST_MESSAGE];

const writeDetails = (notification: Notification, facts: Fact[]) =>
  [buildLead(notification), facts.map(writeFact).join("\n")].filter(Boolean).join("\n\n");

/** Several lines stand below their label, so that their columns stay. */
const writeFact = ({ label, value }: Fact) =>
  label === OUTPUT ? `${label}:\n${value}` : `${label}: ${value}`;

/** The text on one line. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text with `&`, `<`, `>` and `"` as entities of HTML. */
export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** What a header can carry: visible characters of ASCII. */
export const HEADER_SAFE = /^[!-~]+$/;
