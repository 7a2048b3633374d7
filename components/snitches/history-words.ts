import { momentInUtc, timeInUtc } from "@/components/time-in-words";
import type { Bar, PeriodOutcome } from "@/lib/snitches/history";

const WORDS: Record<PeriodOutcome, string> = {
  healthy: "checked in",
  errored: "errored",
  missed: "missed",
  paused: "paused",
  quiet: "nothing expected",
  open: "not over yet",
  unknown: "unknown, because Tattle was not listening",
};

/** “Mon 9 Mar, 00:00 UTC · checked in 00:04:11 UTC · exit 0 · “42 rows””. */
export const barSentence = ({ start, outcome, checkedInAt, exitStatus, message, reported, missed }: Bar) =>
  [
    momentInUtc(start),
    reported + missed > 1
      ? `${reported} of ${reported + missed} periods checked in${outcome === "errored" ? ", with errors" : ""}`
      : checkedInAt
        ? `${WORDS[outcome]} ${timeInUtc(checkedInAt)}`
        : WORDS[outcome],
    exitStatus && `exit ${exitStatus}`,
    message && `“${message}”`,
  ]
    .filter(Boolean)
    .join(" · ");

/** “It checked in during 18 of the 20 periods for which it was watched.” */
export function historySentence(bars: Bar[]): string {
  const sum = (key: "reported" | "missed") => bars.reduce((total, bar) => total + bar[key], 0);
  const reported = sum("reported");
  const due = reported + sum("missed");
  const number = (count: number) => count.toLocaleString("en");
  if (due === 0) return "Nothing was expected in this time.";
  if (due === 1)
    return `It checked in during ${reported === 1 ? "the one" : "no"} period for which it was watched.`;
  return `It checked in during ${reported === due ? "all" : `${number(reported)} of the`} ${number(due)} periods for which it was watched.`;
}
