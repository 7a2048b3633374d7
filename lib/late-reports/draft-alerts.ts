import type { StoredIncident } from "@/lib/incidents/store";
import type { Sql } from "@/lib/platform/db";
import { toAlertRun } from "@/lib/rules/runs/alert-run";
import { timeOfRunId } from "@/lib/rules/runs/run";
import { type AlertDraft, draftAlert } from "@/lib/rules/state/alert-draft";
import { isDown } from "@/lib/rules/state/status";
import { findRunsByKey } from "@/lib/runs/store";
import type { LateContext } from "./context";

/**
 * What people are notified of because of late reports, at most one alert: that the incident is over, or an error that nothing has
 * taken back since.
 */
export async function draftAlerts(
  sql: Sql,
  context: LateContext,
  incident: StoredIncident | null,
): Promise<AlertDraft[]> {
  const { snitch, rebuilt } = context;
  if (snitch.status === "paused") return [];
  if (isDown(rebuilt.snitch.status)) return draftError(sql, context);
  return incident && !rebuilt.incident ? draftEnd(sql, context) : [];
}

type ReportRow = {
  at: Date;
  receivedAt: Date | null;
  exitStatus: string;
  message: string;
  runId: string | null;
};

/** The report of this time. */
async function findReport(sql: Sql, snitchId: string, at: Date): Promise<ReportRow | null> {
  const [row] = await sql<ReportRow>(
    `SELECT at, received_at AS "receivedAt", exit_status AS "exitStatus", message, run_id AS "runId" FROM check_ins
     WHERE snitch_id = $1 AND at = $2 AND accepted AND kind NOT IN ('log', 'ignored') ORDER BY id DESC LIMIT 1`,
    [snitchId, at],
  );
  return row ?? null;
}

async function findRun(sql: Sql, snitchId: string, runId: string | null) {
  if (!runId) return null;
  const runs = await findRunsByKey(sql, [{ snitchId, at: timeOfRunId(runId), id: runId }]);
  const [run] = runs.get(snitchId) ?? [];
  return run ? toAlertRun(run) : null;
}

/** The incident is over when the report that ended it came. */
async function draftEnd(sql: Sql, { snitch, rebuilt }: LateContext): Promise<AlertDraft[]> {
  const { checkedInAt } = rebuilt.snitch;
  const report = checkedInAt && (await findReport(sql, snitch.id, checkedInAt));
  if (!report) return [];
  const draft = draftAlert({
    before: snitch,
    kind: "reporting",
    to: rebuilt.snitch.status,
    at: report.receivedAt ?? report.at,
    meantFor: "everybody",
    report,
    run: await findRun(sql, snitch.id, report.runId),
  });
  return [{ ...draft, ...lateFacts(draft, report), isProof: true }];
}

/** The latest error, if no one was alerted of it or of a later one, and the job has not succeeded since. */
async function draftError(
  sql: Sql,
  { snitch, rebuilt, lateSince, until }: LateContext,
): Promise<AlertDraft[]> {
  const error = rebuilt.alerts.findLast(({ kind }) => kind === "errored");
  const { checkedInAt } = rebuilt.snitch;
  if (!error || error.at < lateSince || (checkedInAt && checkedInAt > error.at)) return [];
  const [row] = await sql(
    "SELECT FROM alerts WHERE snitch_id = $1 AND kind = 'errored' AND at BETWEEN $2 AND $3 LIMIT 1",
    [snitch.id, error.at, until],
  );
  const report = row ? null : await findReport(sql, snitch.id, error.at);
  if (!report) return [];
  const draft = draftAlert({
    before: snitch,
    kind: "errored",
    to: "errored",
    at: error.at,
    meantFor: "everybody",
    report,
    cause: error.cause ?? "error",
    run: await findRun(sql, snitch.id, report.runId),
  });
  return [{ ...draft, ...lateFacts(draft, report) }];
}

const lateFacts = ({ facts }: AlertDraft, { at, receivedAt }: ReportRow): Pick<AlertDraft, "facts"> => ({
  facts: {
    ...facts,
    ...(receivedAt && { reportedLate: { at: at.toISOString(), receivedAt: receivedAt.toISOString() } }),
  },
});
