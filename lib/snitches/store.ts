import { type ColumnType, readTimes, selected } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { Plan } from "@/lib/rules/plans";
import type { RateCounts, SignalCounts } from "@/lib/rules/reports/rate-limit";
import type { IntakeState } from "@/lib/rules/reports/reported-snitch";
import type { Run } from "@/lib/rules/runs/run";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { ArrivalHistory } from "@/lib/rules/state/smart-deadline";
import type {
  DeadlineState,
  PauseState,
  ReportState,
  RunState,
  SnitchState,
} from "@/lib/rules/state/snitch-state";
import { findRunning } from "@/lib/runs/store";

/** Whose a snitch is, and who hears of it. */
type SnitchIdentity = {
  id: string;
  caseId: string;
  token: string;
  checkInKey: string;
  alertEmail: string[];
  plan: Plan;
};

/** A snitch's row that a transaction has locked. */
export type LockedSnitch = SnitchIdentity &
  SnitchState &
  IntakeState &
  RateCounts & {
    /** The runs as the database has them. */
    storedRuns: readonly Run[];
  };

/**
 * The columns that nothing here changes. Lists are null if they are empty, because a list takes long to read. The last four
 * are there for `toSnitch`: a row to which it added properties would be slow to read and to copy.
 */
const FIXED = `
  s.id, s.case_id AS "caseId", s.token, s.check_in_key AS "checkInKey", nullif(s.alert_email, '{}') AS "alertEmail", s.max_runtime AS "maxRuntime",
  s.min_runtime AS "minRuntime", s.start_grace AS "startGrace", s.expects::text AS expects, nullif(s.checks, '{}') AS checks, s.filters,
  (SELECT c.plan::text FROM cases c WHERE c.id = s.case_id) AS plan, NULL AS runs, NULL AS "storedRuns", NULL AS "earlierRuns", NULL AS dropped`;

/** Columns that events, time and check-ins change. The SELECT, the mapping and the UPDATE are derived from these tables. */
type ColumnsOf<Part> = readonly (readonly [property: keyof Part, column: string, type: ColumnType])[];

const SCHEDULE = [
  ["interval", "interval", "text"],
  ["schedule", "schedule", "text"],
  ["timezone", "timezone", "text"],
  ["grace", "grace", "int"],
  ["early", "early", "int"],
  ["active", "active", "text"],
] as const satisfies ColumnsOf<ScheduleTerms>;

const STATE = [
  ["status", "status", "enum status"],
  ["alertType", "alert_type", "enum alert_type"],
  ["deadlineBy", "deadline_by", "text"],
  ["deadlineSince", "deadline_since", "time"],
  ["missingSince", "missing_since", "time"],
  ["erroredAt", "errored_at", "time"],
  ["recovering", "recovering", "bool"],
  ["deferredSince", "deferred_since", "time"],
] as const satisfies ColumnsOf<SnitchState & IntakeState>;

const PAUSE = [
  ["pausedAt", "paused_at", "time"],
  ["pauseUntil", "pause_until", "enum pause_until"],
  ["pauseEndsAt", "pause_ends_at", "time"],
  ["statusBeforePause", "status_before_pause", "enum status"],
] as const satisfies ColumnsOf<PauseState>;

/** What a routine check-in changes: the snitch was healthy and stays healthy, and there is no alert. */
export const ROUTINE_COLUMNS = [
  ["deadline", "deadline", "time"],
  ["checkedInAt", "checked_in_at", "time"],
  ["arrivalsMs", "arrivals_ms", "numbers"],
  ["lastArrivalPeriod", "last_arrival_period", "time"],
  ["countedHour", "counted_hour", "time"],
  ["hourCount", "hour_count", "int"],
  ["countedMinute", "counted_minute", "time"],
  ["refusedMinute", "refused_minute", "time"],
  ["checkInCount", "check_in_count", "int"],
] as const satisfies ColumnsOf<DeadlineState & ReportState & ArrivalHistory & RateCounts & IntakeState>;

/** What a start or the finish of a run changes besides. */
export const RUN_STATE_COLUMNS = [
  ["running", "running", "int"],
  ["lastRunAt", "last_run_at", "time"],
  ["lastRunId", "last_run_id", "uuid"],
  ["matchedTick", "claimed_at", "time"],
  ["signalMinute", "signal_minute", "time"],
  ["signalCount", "signal_count", "int"],
] as const satisfies ColumnsOf<RunState & SignalCounts>;

export const COLUMNS = [...SCHEDULE, ...STATE, ...PAUSE, ...ROUTINE_COLUMNS, ...RUN_STATE_COLUMNS];

const SELECTED = [
  FIXED,
  ...COLUMNS.map(([property, column, type]) => selected("s", property, column, type)),
].join(", ");

const TIMES = COLUMNS.flatMap(([property, , type]) => (type === "time" ? [property] : []));

function toSnitch(row: Record<string, unknown>): LockedSnitch {
  readTimes(row, TIMES);
  row.alertEmail ??= [];
  row.checks ??= [];
  row.runs = row.storedRuns = row.earlierRuns = row.dropped = [];
  return row as LockedSnitch;
}

/**
 * Locks snitches as `lockSnitches`, and loads no runs. The lock does not hold up rows that only refer to a snitch: an incident
 * may refer to a parent, whose id may be smaller than those that its transaction has locked.
 */
export async function lockRows(sql: Sql, condition: string, values: unknown[]): Promise<LockedSnitch[]> {
  const rows = await sql(
    `SELECT ${SELECTED} FROM snitches s WHERE ${condition} ORDER BY s.id FOR NO KEY UPDATE OF s`,
    values,
  );
  return rows.map(toSnitch);
}

/**
 * Locks the snitches that match the condition until the transaction ends, and loads the runs that are running. The order is
 * always that of their ids, so that two transactions cannot deadlock. The snitches table is `s` in the condition.
 */
export async function lockSnitches(sql: Sql, condition: string, values: unknown[]): Promise<LockedSnitch[]> {
  const snitches = await lockRows(sql, condition, values);
  const runningOf = snitches.flatMap(({ id, running }) => (running > 0 ? [id] : []));
  if (runningOf.length > 0) addRuns(snitches, await findRunning(sql, runningOf));
  return snitches;
}

/** Adds runs of the database to locked snitches, in place, unless they are there already. By the id of the snitch. */
export function addRuns(snitches: LockedSnitch[], runs: Map<string, Run[]>): void {
  for (const snitch of snitches) {
    const more = runs.get(snitch.id)?.filter((run) => snitch.runs.every(({ id }) => id !== run.id)) ?? [];
    if (more.length > 0) snitch.runs = snitch.storedRuns = [...snitch.runs, ...more];
  }
}

/** Reads up to this many snitches that match the condition, without locking them. */
export async function readSnitches(sql: Sql, condition: string, values: unknown[], max: number) {
  return (await sql(`SELECT ${SELECTED} FROM snitches s WHERE ${condition} LIMIT ${max}`, values)).map(
    toSnitch,
  );
}

/** A snitch as a resource of the audit log. */
export async function auditResource(sql: Sql, { id, token }: Pick<LockedSnitch, "id" | "token">) {
  const [row] = await sql<{ name: string }>("SELECT name FROM snitches WHERE id = $1", [id]);
  return { id: token, name: row?.name ?? token };
}
