import type { Plan } from "@/lib/cases/plan";
import { type ColumnType, decoded, listLiteral, readTimes, rowsFrom, selected } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { Filters } from "@/lib/rules/filters";
import type { Run } from "@/lib/rules/runs/run";
import type { SnitchState } from "@/lib/rules/snitch-state";
import { findRunning, saveRuns, updateRuns } from "@/lib/runs/store";

/** A snitch's row that a transaction has locked. */
export type LockedSnitch = SnitchState & {
  id: string;
  caseId: string;
  token: string;
  alertEmail: string[];
  plan: Plan;
  countedHour: Date | null;
  hourCount: number;
  countedMinute: Date | null;
  /** The clock minute of the latest refused check-in that was kept. */
  refusedMinute: Date | null;
  /** Check-ins from this time on are stored but not applied yet. */
  deferredSince: Date | null;
  /** The clock minute whose starts, logs and finishes of known runs `signalCount` counts. */
  signalMinute: Date | null;
  signalCount: number;
  /** How many requests were recorded. */
  checkInCount: number;
  /** Which requests count, and what they mean; null for all as they are. */
  filters: Filters | null;
  /** The runs as the database has them. */
  storedRuns: readonly Run[];
};

/**
 * The columns that nothing here changes. Lists are null if they are empty, because a list takes long to read. The last two are
 * there for `snitchOf`: a row to which it added properties would be slow to read and to copy.
 */
const FIXED = `
  s.id, s.case_id AS "caseId", s.token, nullif(s.alert_email, '{}') AS "alertEmail", s.max_runtime AS "maxRuntime",
  s.min_runtime AS "minRuntime", s.start_grace AS "startGrace", s.expects::text AS expects, nullif(s.checks, '{}') AS checks, s.filters,
  (SELECT c.plan::text FROM cases c WHERE c.id = s.case_id) AS plan, NULL AS runs, NULL AS "storedRuns"`;

/** Every column that events, time and check-ins change. The SELECT, the mapping and the UPDATE are derived from this table. */
const COLUMNS = [
  ["status", "status", "enum status"],
  ["interval", "interval", "text"],
  ["schedule", "schedule", "text"],
  ["timezone", "timezone", "text"],
  ["grace", "grace", "int"],
  ["early", "early", "int"],
  ["active", "active", "text"],
  ["alertType", "alert_type", "enum alert_type"],
  ["deadline", "deadline", "time"],
  ["deadlineBy", "deadline_by", "text"],
  ["deadlineSince", "deadline_since", "time"],
  ["checkedInAt", "checked_in_at", "time"],
  ["erroredAt", "errored_at", "time"],
  ["missingSince", "missing_since", "time"],
  ["arrivalsMs", "arrivals_ms", "numbers"],
  ["lastArrivalPeriod", "last_arrival_period", "time"],
  ["pausedAt", "paused_at", "time"],
  ["pauseUntil", "pause_until", "enum pause_until"],
  ["pauseEndsAt", "pause_ends_at", "time"],
  ["statusBeforePause", "status_before_pause", "enum status"],
  ["recovering", "recovering", "bool"],
  ["countedHour", "counted_hour", "time"],
  ["hourCount", "hour_count", "int"],
  ["countedMinute", "counted_minute", "time"],
  ["refusedMinute", "refused_minute", "time"],
  ["deferredSince", "deferred_since", "time"],
  ["running", "running", "int"],
  ["lastRunAt", "last_run_at", "time"],
  ["lastRunId", "last_run_id", "uuid"],
  ["claimedAt", "claimed_at", "time"],
  ["signalMinute", "signal_minute", "time"],
  ["signalCount", "signal_count", "int"],
  ["checkInCount", "check_in_count", "int"],
] as const satisfies [keyof LockedSnitch, string, ColumnType][];

type Column = (typeof COLUMNS)[number];

/** What a routine check-in changes: the snitch was healthy and stays healthy, and there is no alert. */
const ROUTINE: Column[0][] = [
  "deadline",
  "checkedInAt",
  "arrivalsMs",
  "lastArrivalPeriod",
  "countedHour",
  "hourCount",
  "countedMinute",
  "refusedMinute",
  "checkInCount",
];

/** What a start or the finish of a run changes besides. */
const OF_RUNS: Column[0][] = [
  "running",
  "lastRunAt",
  "lastRunId",
  "claimedAt",
  "signalMinute",
  "signalCount",
];

const SELECTED = [
  FIXED,
  ...COLUMNS.map(([property, column, type]) => selected("s", property, column, type)),
].join(", ");

const TIMES = COLUMNS.flatMap(([property, , type]) => (type === "time" ? [property] : []));

function snitchOf(row: Record<string, unknown>): LockedSnitch {
  readTimes(row, TIMES);
  row.alertEmail ??= [];
  row.checks ??= [];
  row.runs = row.storedRuns = [];
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
  return rows.map(snitchOf);
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
export function addRuns(snitches: LockedSnitch[], found: Map<string, Run[]>): void {
  for (const snitch of snitches) {
    const more = found.get(snitch.id)?.filter((run) => snitch.runs.every(({ id }) => id !== run.id)) ?? [];
    if (more.length > 0) snitch.runs = snitch.storedRuns = [...snitch.runs, ...more];
  }
}

/** Saves the runs of locked snitches that have changed. */
export async function saveChangedRuns(sql: Sql, snitches: LockedSnitch[]): Promise<void> {
  const changed = snitches.flatMap((snitch) =>
    snitch.runs === snitch.storedRuns
      ? []
      : snitch.runs.flatMap((run) =>
          snitch.storedRuns.includes(run)
            ? []
            : [{ snitchId: snitch.id, run, isStored: snitch.storedRuns.some(({ id }) => id === run.id) }],
        ),
  );
  await Promise.all([
    saveRuns(
      sql,
      changed.filter(({ isStored }) => !isStored),
    ),
    updateRuns(
      sql,
      changed.filter(({ isStored }) => isStored),
    ),
  ]);
}

/** Reads up to this many snitches that match the condition, without locking them. */
export async function readSnitches(sql: Sql, condition: string, values: unknown[], max: number) {
  return (await sql(`SELECT ${SELECTED} FROM snitches s WHERE ${condition} LIMIT ${max}`, values)).map(
    snitchOf,
  );
}

/** A snitch as a resource of the audit log. */
export async function auditResource(sql: Sql, { id, token }: Pick<LockedSnitch, "id" | "token">) {
  const [named] = await sql<{ name: string }>("SELECT name FROM snitches WHERE id = $1", [id]);
  return { id: token, name: named?.name ?? token };
}

/** A function that saves these columns of locked snitches in one statement, and sets others besides. */
function createSave(columns: Column[], others: string[] = []) {
  const parameters = [["id", "id", "uuid"] as const, ...columns];
  const assignments = columns.map(([, column, type]) => `"${column}" = ${decoded(`n."${column}"`, type)}`);
  const statement = `UPDATE snitches s SET ${[...assignments, ...others].join(", ")}
    FROM ${rowsFrom(parameters.map(([, column, type]) => [column, type] as const))} WHERE s.id = n.id`;
  return async (sql: Sql, snitches: LockedSnitch[]): Promise<void> => {
    if (snitches.length === 0) return;
    const lists = parameters.map(([property, , type]) =>
      listLiteral(
        type,
        snitches.map((snitch) => snitch[property]),
      ),
    );
    await sql(statement, lists);
  };
}

/** Has the sweep look at the new deadline, and no more at the old one. This writes all indexes of the row. */
const WATCH = `watch_at = ${decoded("n.deadline", "time")}`;

/** Saves the new state of locked snitches in one statement. */
export const saveSnitches = createSave([...COLUMNS], [WATCH]);

const routineColumns = COLUMNS.filter(([property]) => ROUTINE.includes(property));
const runColumns = COLUMNS.filter(([property]) => ROUTINE.includes(property) || OF_RUNS.includes(property));

/** Saves only the columns that a routine check-in changes, at less than half the cost of `saveSnitches`. */
export const saveRoutine = createSave(routineColumns, [WATCH]);

/** As `saveRoutine`, and writes no index. The sweep still looks at the old deadline, until `refileWatches` moves that. */
export const saveRoutineUnwatched = createSave(routineColumns);

/** As `saveRoutine`, for snitches with runs. */
export const saveRoutineRuns = createSave(runColumns, [WATCH]);

/** As `saveRoutineUnwatched`, for snitches with runs. */
export const saveRoutineRunsUnwatched = createSave(runColumns);
