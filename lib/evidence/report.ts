import { createHash } from "node:crypto";
import { z } from "zod";
import type { KeyScope } from "@/lib/cases/key-scope";
import { monthlyReport } from "@/lib/history/monthly-report";
import { query } from "@/lib/platform/db";
import { VERSION } from "@/lib/platform/version";
import { groupBy } from "@/lib/rules/group-by";
import type { PeriodCounts } from "@/lib/rules/history/period-counts";
import type { ReportMonth } from "@/lib/rules/history/report-month";
import { exportAlerts, exportedAlert, reportedAlert } from "./alerts";
import { exportPeriods } from "./periods";
import { listSelected, type SelectedSnitch } from "./selection";

const count = z.int();

/** The counts of a report. Their descriptions are also its glossary on paper, for someone who doesn’t know Tattle. */
export const reportedCounts = z.object({
  expected: count.meta({
    description: "Periods in which a report was due: the sum of kept, missed, errored, excused and unknown.",
    examples: [31],
  }),
  kept: count.meta({
    description: "The last report in the period said that the job had succeeded, or it was late.",
    examples: [29],
  }),
  missed: count.meta({ description: "No report came in time, and an alert was raised.", examples: [1] }),
  errored: count.meta({
    description: "The last report in the period was an error, or the run broke a rule of the job.",
  }),
  excused: count.meta({
    description: "The job missed its time or reported an error during planned maintenance.",
    examples: [1],
  }),
  unknown: count.meta({
    description: "Tattle itself was not running, so a report may have been lost.",
  }),
  late: count.meta({
    description: "Kept periods without a report, whose next one came before anyone was alerted.",
  }),
  paused: count.meta({ description: "Someone had paused the job. These periods are not expected." }),
});

export type ReportedCounts = z.output<typeof reportedCounts>;

/** The JSON of a report in the API. */
export const presentedReport = z.object({
  month: z.string().meta({ examples: ["2026-05"] }),
  tag: z.string().nullable(),
  timezone: z.string().meta({ examples: ["UTC"] }),
  snitches: z.array(
    z.object({
      token: exportedAlert.shape.snitch,
      name: exportedAlert.shape.name,
      tags: z.array(z.string()).meta({ examples: [["db"]] }),
      ...reportedCounts.shape,
      alerts: z.array(reportedAlert).meta({ description: "Those that were due in the month, oldest first." }),
    }),
  ),
  total: reportedCounts,
  version: z.string().meta({ description: "The version of Tattle.", examples: [VERSION] }),
  digest: z.string().meta({
    description:
      "The SHA-256, in hex, of the JSON of all other members in this order, without white space between them.",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  }),
});

export type PresentedReport = z.output<typeof presentedReport>;

type Filter = { scope: KeyScope; tag: string | null };

/** The report of a month, with the numbers of the page, and the alerts of each snitch. */
export async function buildReport(
  caseId: string,
  { scope, tag }: Filter,
  { month, timezone }: { month: ReportMonth; timezone: string },
  now: Date,
): Promise<PresentedReport> {
  const range = { from: month.start, to: month.end };
  const [report, snitches] = await Promise.all([
    monthlyReport(caseId, { scope, tag }, month, now),
    listSelected({ caseId, scope, tag, ...range }),
  ]);
  const paused = await countPaused(snitches, range, now);
  const alerts = new Map<string, z.output<typeof reportedAlert>[]>();
  const ids = snitches.map(({ id }) => id);
  for await (const page of exportAlerts(ids, range))
    for (const [token, some] of groupBy(page, ({ snitch }) => snitch))
      alerts.set(token, [
        ...(alerts.get(token) ?? []),
        ...some.map(({ snitch: _, name: __, ...alert }) => alert),
      ]);
  const whole = {
    month: month.name,
    tag,
    timezone,
    snitches: report.snitches.map(({ token, name, tags, counts: found }) => ({
      token,
      name,
      tags,
      ...presentCounts(found, paused.get(token) ?? 0),
      alerts: alerts.get(token) ?? [],
    })),
    total: presentCounts(
      report.total.counts,
      [...paused.values()].reduce((sum, one) => sum + one, 0),
    ),
    version: VERSION,
  };
  return { ...whole, digest: createHash("sha256").update(JSON.stringify(whole)).digest("hex") };
}

/** A late period is kept: people were spared its alert. */
const presentCounts = ({ healthy, late, ...counts }: PeriodCounts, paused: number): ReportedCounts => ({
  expected: healthy + late + counts.missed + counts.errored + counts.excused + counts.unknown,
  kept: healthy + late,
  missed: counts.missed,
  errored: counts.errored,
  excused: counts.excused,
  unknown: counts.unknown,
  late,
  paused,
});

/** How many periods were in a pause, by the token of the snitch. The page doesn't count them, so those of few snitches are counted here. */
async function countPaused(
  snitches: SelectedSnitch[],
  range: { from: Date; to: Date },
  now: Date,
): Promise<Map<string, number>> {
  const rows = await query<{ id: string }>(
    `SELECT snitch_id AS id FROM pauses WHERE snitch_id = ANY($1::uuid[]) AND starts_at < $3 AND ends_at > $2
     UNION SELECT id FROM snitches WHERE id = ANY($1::uuid[]) AND paused_at < $3`,
    [snitches.map(({ id }) => id), range.from, range.to],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const paused = new Map<string, number>();
  const pages = exportPeriods(
    snitches.filter(({ id }) => ids.has(id)),
    range,
    now,
  );
  for await (const page of pages)
    for (const { snitch, outcome } of page)
      if (outcome === "paused") paused.set(snitch, (paused.get(snitch) ?? 0) + 1);
  return paused;
}
