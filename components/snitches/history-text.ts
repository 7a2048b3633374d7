import type { TimeFormats } from "@/components/time-formats";
import type { Bar } from "@/lib/history/outcomes";
import {
  countsSentence,
  formatCounts,
  formatLateness,
  OUTCOME_LABELS,
  type WindowUnit,
} from "@/lib/rules/history/history-text";
import { knownPeriods, sumCounts } from "@/lib/rules/history/period-counts";

/** “Mon 9 Mar, 00:00 · healthy, checked in 00:04:11 · exit 0 · “42 rows””. */
export const barSentence = (bar: Bar, formats: TimeFormats, unit?: WindowUnit) =>
  [
    formats.moment(bar.start),
    formatOutcome(bar, formats, unit),
    bar.exitStatus && `exit ${bar.exitStatus}`,
    quoted(bar.message),
  ]
    .filter(Boolean)
    .join(" · ");

/** What became of the bar's period, or of its periods if they are several. */
function formatOutcome(
  { outcome, counts, checkedInAt, isReportedLate, lateMs }: Bar,
  formats: TimeFormats,
  unit?: WindowUnit,
): string {
  const { unknown, excused } = counts;
  if (knownPeriods(counts) + unknown + excused > 1) {
    return [
      formatCounts(counts, unit, lateMs),
      unknown > 0 && `${unknown} ${OUTCOME_LABELS.unknown}`,
      excused > 0 && `${excused} ${OUTCOME_LABELS.excused}`,
    ]
      .filter(Boolean)
      .join(", ");
  }
  const [afterMs] = lateMs;
  if (afterMs !== undefined) return `${OUTCOME_LABELS.late}, ${formatLateness(afterMs)}`;
  if (!checkedInAt) return OUTCOME_LABELS[outcome];
  const verb = outcome === "errored" ? "reported" : "checked in";
  return `${OUTCOME_LABELS[outcome]}, ${verb} ${formats.time(checkedInAt)}${isReportedLate ? ", reported late" : ""}`;
}

const quoted = (message: string) => message && `“${message}”`;

/** “44 of 47 periods were healthy, 1 errored, 2 missed.” */
export const historySentence = (bars: Bar[], unit?: WindowUnit) =>
  countsSentence(
    sumCounts(bars.map(({ counts }) => counts)),
    unit,
    bars.flatMap(({ lateMs }) => lateMs),
  );
