import { countInWords } from "@/lib/rules/count-in-words";
import { durationInWords } from "@/lib/rules/duration-in-words";
import { STATUS_WORDS } from "@/lib/rules/history/history-words";
import { runDuration } from "@/lib/rules/runs/run-duration";
import type { MailContent, Quote } from "./content";
import { oneLine, timesIn, type WriteTime } from "./format";
import { ownEmailsUrl } from "./own-emails-url";
import { suggestionInWords } from "./suggestions";
import type { TransactionalFacts } from "./transactional-facts";

type Facts = TransactionalFacts<"digest">;

const NAMES = { daily: "day", weekly: "week", monthly: "month" } as const;

/** The e-mail about a day, a week or a month of a case. */
export function digestContent(facts: Facts): MailContent {
  const {
    caseName,
    frequency,
    open,
    openCount,
    snitches,
    count,
    unsent,
    unsentCount,
    notes,
    noteCount,
    suggestions,
    suggestionCount,
    url,
  } = facts;
  // Its days are those of the zone that the member chose for it.
  const writeTime = timesIn(facts.zone);
  const missed = snitches.filter(({ misses }) => misses > 0).length;
  const title = `Your ${NAMES[frequency]}: ${periodInWords(facts)}`;
  const badge: MailContent["badge"] & object =
    openCount > 0
      ? {
          tone: "failed",
          mark: "▲",
          label: countInWords(openCount, "open incident"),
        }
      : { tone: "healthy", mark: "●", label: "No open incident" };
  return {
    subject: `${badge.mark} ${oneLine(caseName)}: ${periodInWords(facts)}`,
    about: oneLine(caseName),
    badge,
    title,
    lead:
      missed === 0
        ? "No snitch was missing during this time."
        : `${missed === 1 ? "One snitch was" : `${missed} snitches were`} missing during this time.`,
    quotes: [
      ...buildQuote(
        "Open incidents",
        open.map((incident) => openInWords(incident, writeTime)),
        openCount,
      ),
      ...buildQuote("Notes", notes.map(noteInWords), noteCount),
      ...buildQuote("Not sent, or sent later", unsent.map(unsentInWords), unsentCount),
      ...buildQuote(
        "Suggestions",
        suggestions.map((suggestion) => suggestionInWords(suggestion, writeTime)),
        suggestionCount,
        "\n\n",
      ),
      ...buildQuote("Snitches", snitches.map(snitchInWords), count, "\n\n"),
    ],
    button: { label: "Open Case", url },
    closing: {
      words: `You chose to get this e-mail every ${NAMES[frequency]}. To stop it,`,
      link: { label: "open your notification settings", url: ownEmailsUrl(url) },
    },
  };
}

const buildQuote = (label: string, lines: string[], count: number, between = "\n"): Quote[] =>
  lines.length === 0
    ? []
    : [
        {
          label,
          body: [...lines, ...(count > lines.length ? [`and ${count - lines.length} more`] : [])].join(
            between,
          ),
          as: "prose",
        },
      ];

const openInWords = ({ name, since, isMissing }: Facts["open"][number], writeTime: WriteTime) =>
  `${oneLine(name)}: ${(isMissing ? STATUS_WORDS.failed : STATUS_WORDS.errored).toLowerCase()} since ${writeTime(since)}`;

const noteInWords = ({ name, by, state, text }: Facts["notes"][number]) =>
  `${oneLine(name)}: ${state ? `${state}, ` : ""}${oneLine(text)} (${oneLine(by)})`;

const unsentInWords = ({ name, count, isLater, because }: Facts["unsent"][number]) =>
  `${oneLine(name)}: ${countInWords(count, "alert")} ${isLater ? "sent later" : "not sent"}, because ${because}`;

function snitchInWords({
  name,
  keptPercent,
  misses,
  medianMs,
  longestMs,
}: Facts["snitches"][number]): string {
  const details = [
    keptPercent === null ? "nothing expected" : `${keptPercent}% healthy`,
    misses > 0 && `${misses} missed`,
    medianMs !== null && `takes ${runDuration(medianMs)}`,
    longestMs !== null && `longest incident ${durationInWords(longestMs)}`,
  ];
  return `${oneLine(name)}\n${details.filter(Boolean).join(" · ")}`;
}

/** “9 Mar 2026 – 15 Mar 2026”, “March 2026” or “until Tue 10 Mar 2026, 18:00”, as the clocks of the reader say. */
function periodInWords({ frequency, zone, start, end }: Facts): string {
  const last = new Date(end.getTime() - 1);
  if (frequency === "monthly") {
    return new Intl.DateTimeFormat("en-GB", { timeZone: zone, month: "long", year: "numeric" }).format(last);
  }
  if (frequency === "daily") return `24 hours until ${timesIn(zone)(end)}`;
  const day = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  return `${day.format(start)} – ${day.format(last)}`;
}
