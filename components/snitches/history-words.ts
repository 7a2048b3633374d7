import type { TimesInWords } from "@/components/time-in-words";
import type { Bar } from "@/lib/history/outcomes";
import {
  countsInWords,
  countsSentence,
  formatLateness,
  OUTCOME_WORDS,
  type WindowUnit,
} from "@/lib/rules/history/history-words";
import { knownPeriods, sumCounts } from "@/lib/rules/history/period-counts";

/** “Mon 9 Mar, 00:00 · healthy, checked in 00:04:11 · exit 0 · “42 rows””. */
export const barSentence = (bar: Bar, words: TimesInWords, unit?: WindowUnit) =>
  [
    words.moment(bar.start),
    outcomeInWords(bar, words, unit),
    bar.exitStatus && `exit ${bar.exitStatus}`,
    quoted(bar.message),
  ]
    .filter(Boolean)
    .join(" · ");

/** What became of the bar's period, or of its periods if they are several. */
function outcomeInWords(
  { outcome, counts, checkedInAt, isReportedLate, lateMs }: Bar,
  words: TimesInWords,
  unit?: WindowUnit,
): string {
  const { unknown, excused } = counts;
  if (knownPeriods(counts) + unknown + excused > 1) {
    return [
      countsInWords(counts, unit, lateMs),
      unknown > 0 && `${unknown} ${OUTCOME_WORDS.unknown}`,
      excused > 0 && `${excused} ${OUTCOME_WORDS.excused}`,
    ]
      .filter(Boolean)
      .join(", ");
  }
  const [afterMs] = lateMs;
  if (afterMs !== undefined) return `${OUTCOME_WORDS.late}, ${formatLateness(afterMs)}`;
  if (!checkedInAt) return OUTCOME_WORDS[outcome];
  const verb = outcome === "errored" ? "reported" : "checked in";
  return `${OUTCOME_WORDS[outcome]}, ${verb} ${words.time(checkedInAt)}${isReportedLate ? ", reported late" : ""}`;
}

const quoted = (message: string) => message && `“${message}”`;

/** “44 of 47 periods were healthy, 1 errored, 2 missed.” */
export const historySentence = (bars: Bar[], unit?: WindowUnit) =>
  countsSentence(
    sumCounts(bars.map(({ counts }) => counts)),
    unit,
    bars.flatMap(({ lateMs }) => lateMs),
  );
