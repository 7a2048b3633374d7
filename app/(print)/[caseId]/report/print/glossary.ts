import { type ReportedCounts, reportedCounts } from "@/lib/evidence/report";
import { healthyPercent } from "@/lib/rules/history/period-counts";

/** What the words of the report mean, for someone who doesn’t know Tattle. */
export const GLOSSARY: [word: string, meaning: string][] = [
  ["Period", "The time in which a job has to report once: from one scheduled run to the next."],
  ...Object.entries(reportedCounts.shape).map(([word, { description = "" }]): [string, string] => [
    word,
    description,
  ]),
  [
    "% healthy",
    "Kept and not late, as a percentage of kept, missed and errored, rounded down. As on the screen.",
  ],
  ["Due", "When the report was due, or when the job reported what the alert is about."],
  [
    "Raised",
    "When Tattle noticed it. Alerts that aren’t missing or errored are recoveries (reporting) and pauses.",
  ],
  ["Sent, delivered", "When the first message left, and when the first mail server or service accepted one."],
  ["Acknowledged", "When someone first acknowledged the incident, and who. A dash means that no one did."],
];

/** “2026-10-03 02:01:00”, by the clocks of a zone. */
export function formatTime(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return (at) => format.format(at);
}

/** The same percentage as that of the report on the screen. Excused and unknown periods are left out. */
export function percentHealthy(counts: ReportedCounts): string {
  const percent = healthyPercent({ ...counts, healthy: counts.kept - counts.late });
  return percent === null ? "–" : `${percent} %`;
}
