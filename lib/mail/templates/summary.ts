import { formatCount } from "@/lib/rules/format-count";
import { alertWord } from "@/lib/rules/history/history-text";
import { listLines, oneLine, type WriteTime } from "@/lib/rules/messages/format";
import { formatOver, formatSince, isOpen } from "@/lib/rules/notifications/summary-text";
import type { MailContent, Quote } from "./content";
import { ownEmailsUrl } from "./own-emails-url";
import type { TransactionalFacts } from "./transactional-facts";

type Facts = TransactionalFacts<"alert_summary">;

/** A longer list is cut. */
const MAX_LINES = 100;

const WHY: Record<Facts["heldFor"], string> = {
  quiet_hours: "These alerts were held until your quiet hours ended.",
  storm: "You had more than ten alerts within a minute, so the rest of them are grouped in this email.",
};

/** The email with alerts that waited. */
export function alertSummaryContent(
  { caseName, heldFor, lines, url }: Facts,
  writeTime: WriteTime,
): MailContent {
  const now = lines.filter(({ endedAt }) => endedAt === null);
  const bad = lines.filter(isOpen);
  const badge: MailContent["badge"] & object =
    bad.length > 0
      ? { tone: "failed", mark: "▲", label: "Missing or errored" }
      : { tone: "healthy", mark: "●", label: "All healthy now" };
  const title =
    bad.length > 0 ? formatCount(bad.length, "snitch", "snitches") : formatCount(lines.length, "alert");
  return {
    subject: `${badge.mark} ${badge.label}: ${title}`,
    about: oneLine(caseName),
    badge,
    title,
    lead: WHY[heldFor],
    quotes: [
      ...(["missing", "errored", "reporting", "paused"] as const).flatMap((kind) =>
        buildQuote(
          alertWord(kind, "failed"),
          now.filter((line) => line.kind === kind).map((line) => formatSince(line, writeTime)),
        ),
      ),
      ...buildQuote(
        "Resolved",
        lines.filter(({ endedAt }) => endedAt !== null).map((line) => formatOver(line, writeTime)),
      ),
    ],
    button: { label: "Open Case", url },
    closing:
      heldFor === "quiet_hours"
        ? {
            words: "To change your quiet hours,",
            link: { label: "open your notification settings", url: ownEmailsUrl(url) },
          }
        : {
            words: "An owner or admin can have each alert sent separately",
            link: { label: "in the case’s settings", url: `${url}/settings/notifications` },
          },
  };
}

const buildQuote = (label: string, lines: string[]): Quote[] =>
  lines.length === 0
    ? []
    : [
        {
          label,
          body: listLines(lines.slice(0, MAX_LINES), lines.length),
          as: "prose",
        },
      ];
