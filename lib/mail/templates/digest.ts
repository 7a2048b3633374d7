import { formatCount } from "@/lib/rules/format-count";
import { formatDuration } from "@/lib/rules/format-duration";
import { STATUS_LABELS } from "@/lib/rules/history/history-text";
import { listLines, oneLine, timesIn, type WriteTime } from "@/lib/rules/messages/format";
import { runDuration } from "@/lib/rules/runs/run-duration";
import type { MailContent, Quote } from "./content";
import { ownEmailsUrl } from "./own-emails-url";
import { formatSuggestion } from "./suggestions";
import type { TransactionalFacts } from "./transactional-facts";

type Facts = TransactionalFacts<"digest">;

const NAMES = { daily: "day", weekly: "week", monthly: "month" } as const;

/** The email about a day, a week or a month of a case. */
export function digestContent(facts: Facts): MailContent {
  const { frequency, snitches, openCount } = facts;
  const caseName = oneLine(facts.caseName);
  // Its days are those of the zone that the member chose for it.
  const writeTime = timesIn(facts.zone);
  const open = facts.open.map((incident) => formatOpen(incident, writeTime));
  const suggestions = facts.suggestions.map((suggestion) => formatSuggestion(suggestion, writeTime));
  const missed = snitches.filter(({ misses }) => misses > 0).length;
  const badge: MailContent["badge"] & object =
    openCount > 0
      ? { tone: "failed", mark: "▲", label: formatCount(openCount, "open incident") }
      : { tone: "healthy", mark: "●", label: "No open incidents" };
  return {
    subject: `${badge.mark} ${caseName}: ${formatPeriod(facts)}`,
    about: caseName,
    badge,
    title: `Your ${NAMES[frequency]}: ${formatPeriod(facts)}`,
    lead:
      missed === 0
        ? "No snitch was missing during this time."
        : `${missed === 1 ? "One snitch was" : `${missed} snitches were`} missing during this time.`,
    quotes: [
      ...buildQuote("Open incidents", open, openCount),
      ...buildQuote("Notes", facts.notes.map(formatNote), facts.noteCount),
      ...buildQuote("Not sent, or sent later", facts.unsent.map(formatUnsent), facts.unsentCount),
      ...buildQuote("Suggestions", suggestions, facts.suggestionCount, "\n\n"),
      ...buildQuote("Snitches", snitches.map(formatSnitch), facts.count, "\n\n"),
    ],
    button: { label: "Open Case", url: facts.url },
    closing: {
      words: `You chose to get this email every ${NAMES[frequency]}. To stop it,`,
      link: { label: "open your notification settings", url: ownEmailsUrl(facts.url) },
    },
  };
}

function buildQuote(label: string, lines: string[], count: number, between = "\n"): Quote[] {
  return lines.length === 0 ? [] : [{ label, body: listLines(lines, count, between), as: "prose" }];
}

const formatOpen = ({ name, since, isMissing }: Facts["open"][number], writeTime: WriteTime) =>
  `${oneLine(name)}: ${(isMissing ? STATUS_LABELS.failed : STATUS_LABELS.errored).toLowerCase()} since ${writeTime(since)}`;

const formatNote = ({ name, by, state, text }: Facts["notes"][number]) =>
  `${oneLine(name)}: ${state ? `${state}, ` : ""}${oneLine(text)} (${oneLine(by)})`;

const formatUnsent = ({ name, count, isLater, because }: Facts["unsent"][number]) =>
  `${oneLine(name)}: ${formatCount(count, "alert")} ${isLater ? "sent later" : "not sent"}, because ${because}`;

function formatSnitch(snitch: Facts["snitches"][number]): string {
  const { name, keptPercent, misses, late, medianMs, longestMs } = snitch;
  const details = [
    keptPercent === null ? "nothing expected" : `${keptPercent}% healthy`,
    misses > 0 && `${misses} missed`,
    late > 0 && `${late} late`,
    medianMs !== null && `takes ${runDuration(medianMs)}`,
    longestMs !== null && `longest incident ${formatDuration(longestMs)}`,
  ];
  return `${oneLine(name)}\n${details.filter(Boolean).join(" · ")}`;
}

/** “9 Mar 2026 – 15 Mar 2026”, “March 2026” or “until Tue 10 Mar 2026, 18:00”, as the clocks of the reader say. */
function formatPeriod({ frequency, zone, start, end }: Facts): string {
  const last = new Date(end.getTime() - 1);
  const write = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: zone, year: "numeric", ...options }).format(date);
  if (frequency === "monthly") return write(last, { month: "long" });
  if (frequency === "daily") return `24 hours until ${timesIn(zone)(end)}`;
  const day = { day: "numeric", month: "short" } as const;
  return `${write(start, day)} – ${write(last, day)}`;
}
