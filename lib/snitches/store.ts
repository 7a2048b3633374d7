import type { Plan } from "@/lib/cases/plan";
import type { Sql } from "@/lib/platform/db";
import type { Watched } from "@/lib/rules/status";

/** A snitch's row while a transaction holds it. */
export type Locked = Watched & {
  id: string;
  caseId: string;
  token: string;
  alertEmail: string[];
  plan: Plan;
  countedHour: Date | null;
  hourCount: number;
  countedMinute: Date | null;
  /** The clock minute of the latest refused check-in that is kept. */
  refusedMinute: Date | null;
  /** Check-ins from here on stand in the history and have brought nothing about yet. */
  undecidedSince: Date | null;
};

/** Times travel as numbers, in milliseconds: both sides read and write those many times faster than dates. */
const ms = (column: string) => `round(date_part('epoch', s.${column}) * 1000)`;

const COLUMNS = `
  s.id, s.case_id AS "caseId", s.token, s.alert_email AS "alertEmail",
  (SELECT c.plan::text FROM cases c WHERE c.id = s.case_id) AS plan,
  s.status::text AS status, s.interval, s.alert_type::text AS "alertType", ${ms("deadline")} AS deadline,
  ${ms("checked_in_at")} AS "checkedInAt", ${ms("errored_at")} AS "erroredAt",
  ${ms("missing_since")} AS "missingSince", s.arrivals_ms AS "arrivalsMs", ${ms("arrived_in")} AS "arrivedIn",
  ${ms("paused_at")} AS "pausedAt", s.pause_until::text AS "pauseUntil", ${ms("pause_ends_at")} AS "pauseEndsAt",
  s.covered::text AS covered,
  ${ms("counted_hour")} AS "countedHour", s.hour_count AS "hourCount", ${ms("counted_minute")} AS "countedMinute",
  ${ms("refused_minute")} AS "refusedMinute", ${ms("undecided_since")} AS "undecidedSince"`;

/** As it comes from the database. */
type Row = { [Key in keyof Locked]: Date extends Locked[Key] ? number | null : Locked[Key] };

const dateOf = (atMs: number | null) => (atMs === null ? null : new Date(atMs));

const lockedOf = (row: Row): Locked => ({
  ...row,
  deadline: dateOf(row.deadline),
  checkedInAt: dateOf(row.checkedInAt),
  erroredAt: dateOf(row.erroredAt),
  missingSince: dateOf(row.missingSince),
  arrivedIn: dateOf(row.arrivedIn),
  pausedAt: dateOf(row.pausedAt),
  pauseEndsAt: dateOf(row.pauseEndsAt),
  countedHour: dateOf(row.countedHour),
  countedMinute: dateOf(row.countedMinute),
  refusedMinute: dateOf(row.refusedMinute),
  undecidedSince: dateOf(row.undecidedSince),
});

/**
 * Locks the snitches that the condition names, always in the order of their ids, so that two transactions never wait
 * for each other.
 */
export async function lockSnitches(sql: Sql, condition: string, values: unknown[]): Promise<Locked[]> {
  const rows = await sql<Row>(
    `SELECT ${COLUMNS} FROM snitches s WHERE ${condition} ORDER BY s.id FOR UPDATE OF s`,
    values,
  );
  return rows.map(lockedOf);
}

/** How the audit log knows a snitch that this transaction has locked. */
export async function named(sql: Sql, { id, token }: Pick<Locked, "id" | "token">) {
  const [snitch] = await sql<{ name: string }>("SELECT name FROM snitches WHERE id = $1", [id]);
  return { id: token, name: snitch?.name ?? token };
}

/** What `saveSnitches` writes: everything that happenings change, and the count of check-ins. */
type Changed = Pick<
  Locked,
  keyof Watched | "id" | "countedHour" | "hourCount" | "countedMinute" | "refusedMinute" | "undecidedSince"
>;

/** Postgres has no array of arrays of different lengths: each list travels as its own literal. */
const listLiteral = (numbers: number[]) => `{${numbers.join(",")}}`;

/**
 * A list of what needs no quotes, as Postgres reads it: the client would look at each character. Times become seconds,
 * for `to_timestamp`.
 */
export const plainList = (values: (string | number | Date | null)[]) =>
  `{${values.map((value) => (value instanceof Date ? value.getTime() / 1000 : (value ?? "NULL"))).join(",")}}`;

/** A list of texts, as Postgres reads it: the client would rewrite each twice, and almost none holds what must be escaped. */
export const textList = (texts: string[]) =>
  `{${texts.map((text) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`).join(",")}}`;

/** Writes the new state of snitches that this transaction has locked, in one statement. */
export async function saveSnitches(sql: Sql, changed: Changed[]): Promise<void> {
  if (changed.length === 0) return;
  const column = <Key extends keyof Changed>(key: Key) => changed.map((snitch) => snitch[key]);
  await sql(
    `UPDATE snitches s SET
       status = n.status::status, interval = n.interval, alert_type = n.alert_type::alert_type,
       deadline = n.deadline, checked_in_at = n.checked_in_at, errored_at = n.errored_at,
       missing_since = n.missing_since, arrivals_ms = n.arrivals_ms::float8[], arrived_in = n.arrived_in,
       paused_at = n.paused_at, pause_until = n.pause_until::pause_until, pause_ends_at = n.pause_ends_at,
       covered = n.covered::status,
       counted_hour = n.counted_hour, hour_count = n.hour_count, counted_minute = n.counted_minute,
       refused_minute = n.refused_minute, undecided_since = n.undecided_since
     FROM unnest(
       $1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
       $8::timestamptz[], $9::text[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::timestamptz[],
       $14::text[], $15::timestamptz[], $16::int[], $17::timestamptz[], $18::timestamptz[],
       $19::timestamptz[]
     ) AS n(
       id, status, interval, alert_type, deadline, checked_in_at, errored_at, missing_since, arrivals_ms, arrived_in,
       paused_at, pause_until, pause_ends_at, covered, counted_hour, hour_count, counted_minute, refused_minute,
       undecided_since)
     WHERE s.id = n.id`,
    [
      column("id"),
      column("status"),
      column("interval"),
      column("alertType"),
      column("deadline"),
      column("checkedInAt"),
      column("erroredAt"),
      column("missingSince"),
      column("arrivalsMs").map(listLiteral),
      column("arrivedIn"),
      column("pausedAt"),
      column("pauseUntil"),
      column("pauseEndsAt"),
      column("covered"),
      column("countedHour"),
      column("hourCount"),
      column("countedMinute"),
      column("refusedMinute"),
      column("undecidedSince"),
    ],
  );
}

/** What a check-in changes of a snitch that was well and stays so. */
export type StillWell = Pick<
  Locked,
  | "id"
  | "deadline"
  | "checkedInAt"
  | "arrivalsMs"
  | "arrivedIn"
  | "countedHour"
  | "hourCount"
  | "countedMinute"
  | "refusedMinute"
>;

/** As `saveSnitches`, of what changes in almost every check-in: half the columns are half the cost. */
export async function saveStillWell(sql: Sql, changed: StillWell[]): Promise<void> {
  if (changed.length === 0) return;
  const column = (key: Exclude<keyof StillWell, "arrivalsMs">) =>
    plainList(changed.map((snitch) => snitch[key]));
  await sql(
    `UPDATE snitches s SET
       deadline = to_timestamp(n.deadline), checked_in_at = to_timestamp(n.checked_in_at),
       arrivals_ms = n.arrivals_ms::float8[], arrived_in = to_timestamp(n.arrived_in),
       counted_hour = to_timestamp(n.counted_hour), hour_count = n.hour_count,
       counted_minute = to_timestamp(n.counted_minute), refused_minute = to_timestamp(n.refused_minute)
     FROM unnest(
       $1::uuid[], $2::float8[], $3::float8[], $4::text[], $5::float8[], $6::float8[], $7::int[], $8::float8[],
       $9::float8[]
     ) AS n(
       id, deadline, checked_in_at, arrivals_ms, arrived_in, counted_hour, hour_count, counted_minute, refused_minute)
     WHERE s.id = n.id`,
    [
      column("id"),
      column("deadline"),
      column("checkedInAt"),
      changed.map(({ arrivalsMs }) => listLiteral(arrivalsMs)),
      column("arrivedIn"),
      column("countedHour"),
      column("hourCount"),
      column("countedMinute"),
      column("refusedMinute"),
    ],
  );
}
