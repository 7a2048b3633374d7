import { momentInUtc, timeInUtc } from "@/components/time-in-words";
import type { Bar } from "@/lib/history/outcomes";
import { durationInWords } from "@/lib/rules/duration-in-words";
import { MINUTE_MS } from "@/lib/rules/durations";
import { countsInWords, countsSentence, OUTCOME_WORDS, type WindowUnit } from "@/lib/rules/history-words";
import { healthyPercent, knownPeriods, sumCounts } from "@/lib/rules/period-counts";

/** “Mon 9 Mar, 00:00 UTC · healthy, checked in 00:04:11 UTC · exit 0 · “42 rows””. */
export const barSentence = (bar: Bar) =>
  [
    momentInUtc(bar.start),
    outcomeInWords(bar),
    bar.exitStatus && `exit ${bar.exitStatus}`,
    quoted(bar.message),
  ]
    .filter(Boolean)
    .join(" · ");

/** What became of the bar's period, or of its periods if they are several. */
function outcomeInWords({ outcome, counts, checkedInAt }: Bar): string {
  const { unknown, excused } = counts;
  if (knownPeriods(counts) + unknown + excused > 1) {
    return [
      countsInWords(counts),
      unknown > 0 && `${unknown} ${OUTCOME_WORDS.unknown}`,
      excused > 0 && `${excused} ${OUTCOME_WORDS.excused}`,
    ]
      .filter(Boolean)
      .join(", ");
  }
  if (!checkedInAt) return OUTCOME_WORDS[outcome];
  return `${OUTCOME_WORDS[outcome]}, ${outcome === "errored" ? "reported" : "checked in"} ${timeInUtc(checkedInAt)}`;
}

const quoted = (message: string) => message && `“${message}”`;

/** “44 of 47 periods were healthy, 1 errored, 2 missed.” */
export const historySentence = (bars: Bar[], unit?: WindowUnit) =>
  countsSentence(sumCounts(bars.map(({ counts }) => counts)), unit);

/** “97.9% healthy, 1 hour of incidents”. Empty if no period is known. */
export function figuresInWords(bars: Bar[], incidentMs: number): string {
  const percent = healthyPercent(sumCounts(bars.map(({ counts }) => counts)));
  if (percent === null) return "";
  const incidents = incidentMs < MINUTE_MS ? "no incidents" : `${durationInWords(incidentMs)} of incidents`;
  return `${percent}% healthy, ${incidents}`;
}
