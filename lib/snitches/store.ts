import type { Plan } from "@/lib/cases/plan";
import { type ColumnType, decoded, listLiteral, rowsFrom } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { SnitchState } from "@/lib/rules/snitch-state";

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
};

/** The columns that only identify a snitch; nothing here changes them. */
const IDENTITY = `
  s.id, s.case_id AS "caseId", s.token, s.alert_email AS "alertEmail",
  (SELECT c.plan::text FROM cases c WHERE c.id = s.case_id) AS plan`;

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
  ["checkedInAt", "checked_in_at", "time"],
  ["erroredAt", "errored_at", "time"],
  ["missingSince", "missing_since", "time"],
  ["arrivalsMs", "arrivals_ms", "numbers"],
  ["lastArrivalPeriod", "last_arrival_period", "time"],
  ["pausedAt", "paused_at", "time"],
  ["pauseUntil", "pause_until", "enum pause_until"],
  ["pauseEndsAt", "pause_ends_at", "time"],
  ["statusBeforePause", "status_before_pause", "enum status"],
  ["countedHour", "counted_hour", "time"],
  ["hourCount", "hour_count", "int"],
  ["countedMinute", "counted_minute", "time"],
  ["refusedMinute", "refused_minute", "time"],
  ["deferredSince", "deferred_since", "time"],
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
];

/** The SQL that selects a column. Times are selected as milliseconds, which are parsed many times faster than dates. */
function selected([property, column, type]: Column): string {
  if (type === "time") return `round(date_part('epoch', s.${column}) * 1000) AS "${property}"`;
  return `s.${column}${type.startsWith("enum ") ? "::text" : ""} AS "${property}"`;
}

const SELECTED = [IDENTITY, ...COLUMNS.map(selected)].join(", ");

const TIMES = COLUMNS.flatMap(([property, , type]) => (type === "time" ? [property] : []));

function snitchOf(row: Record<string, unknown>): LockedSnitch {
  for (const property of TIMES) {
    const atMs = row[property];
    row[property] = typeof atMs === "number" ? new Date(atMs) : null;
  }
  return row as LockedSnitch;
}

/**
 * Locks the snitches that match the condition until the transaction ends. The order is always that of their ids, so that
 * two transactions cannot deadlock. The snitches table is `s` in the condition.
 */
export async function lockSnitches(sql: Sql, condition: string, values: unknown[]): Promise<LockedSnitch[]> {
  const rows = await sql(
    `SELECT ${SELECTED} FROM snitches s WHERE ${condition} ORDER BY s.id FOR UPDATE OF s`,
    values,
  );
  return rows.map(snitchOf);
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

/** A function that saves these columns of locked snitches in one statement. */
function createSave(columns: Column[]) {
  const parameters = [["id", "id", "uuid"] as const, ...columns];
  const assignments = columns.map(([, column, type]) => `"${column}" = ${decoded(`n."${column}"`, type)}`);
  const statement = `UPDATE snitches s SET ${assignments.join(", ")}
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

/** Saves the new state of locked snitches in one statement. */
export const saveSnitches = createSave([...COLUMNS]);

/** Saves only the columns that a routine check-in changes, at less than half the cost of `saveSnitches`. */
export const saveRoutine = createSave(COLUMNS.filter(([property]) => ROUTINE.includes(property)));
