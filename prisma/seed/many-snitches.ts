import { pool } from "@/lib/platform/db";
import type { Interval } from "@/lib/rules/interval";
import { deadlineAfter } from "@/lib/rules/match-tick";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { latestWindows } from "@/lib/rules/windows";

/** [interval, how many of a hundred snitches have it, the beginning of their names] */
const SHARES: [Interval, number, string][] = [
  ["daily", 50, "Nightly"],
  ["hourly", 25, "Hourly"],
  ["15_minute", 10, "Frequent"],
  ["weekly", 10, "Weekly"],
  ["monthly", 5, "Monthly"],
];

const PERIODS = 15;

/** Adds many snitches to a case with a few periods of history. Most are healthy, and some are in each other state. */
export async function addManySnitches(caseId: string, count: number, now: Date): Promise<void> {
  for (const [interval, share, prefix] of SHARES) {
    const starts = latestWindows(calendarTerms(interval), PERIODS, now).map(({ start }) => start);
    // Check-ins are in the first tenth of each period except the current one, so that none is in the future.
    const [current = now, last = now, lastBeforeMissing = now] = [starts.pop(), starts.at(-1), starts.at(-3)];
    const tenthMs = Math.floor((current.getTime() - last.getTime()) / 10);
    await pool.query(ADD, [
      caseId,
      Math.round((count * share) / 100),
      interval,
      starts,
      tenthMs,
      last,
      lastBeforeMissing,
      deadlineAfter(calendarTerms(interval), last),
      now,
      prefix,
    ]);
  }
}

const ADD = `
  WITH numbered AS (
    SELECT n, (ARRAY['backup', 'import', 'export', 'report', 'cleanup', 'sync', 'index', 'digest'])[n % 8 + 1] AS task,
      (ARRAY['db', 'web', 'mail', 'cache', 'queue', 'shop'])[n % 6 + 1] AS system,
      (CASE WHEN n % 97 = 5 THEN 'failed' WHEN n % 193 = 7 THEN 'errored' WHEN n % 61 = 11 THEN 'paused'
            WHEN n % 101 = 13 THEN 'pending' ELSE 'healthy' END)::status AS status,
      (n * 7919 % 1000) * $5::float8 / 1000 * interval '1 millisecond' AS after
    FROM generate_series(1, $2::int) n
  ), added AS (
    INSERT INTO snitches (id, token, name, tags, interval, status, deadline, checked_in_at, errored_at, missing_since,
      paused_at, pause_until, status_before_pause, created_at, case_id)
    SELECT new_id(), substr(md5(n || $3 || $1::text), 1, 16), concat($10::text, ' ', task, ' of ', system, n), ARRAY[system, task], $3, status,
      CASE WHEN status NOT IN ('pending', 'paused') THEN $8::timestamptz END,
      CASE WHEN status IN ('failed', 'errored') THEN $7::timestamptz WHEN status <> 'pending' THEN $6::timestamptz END + after,
      CASE WHEN status = 'errored' THEN $6::timestamptz + after END,
      CASE WHEN status = 'failed' THEN $6::timestamptz END,
      CASE WHEN status = 'paused' THEN $9::timestamptz END, CASE WHEN status = 'paused' THEN 'healthy'::pause_until END,
      CASE WHEN status = 'paused' THEN 'healthy'::status END, $9::timestamptz - interval '1 hour', $1::uuid
    FROM numbered RETURNING id, name, status
  )
  INSERT INTO check_ins (id, snitch_id, at, exit_status, method)
  SELECT new_id(), added.id, period + after, CASE WHEN added.status = 'errored' AND period = $6 THEN '1' ELSE '0' END, 'GET'
  FROM added JOIN numbered ON added.name = concat($10::text, ' ', task, ' of ', system, n), unnest($4::timestamptz[]) AS period
  WHERE added.status <> 'pending' AND (added.status <> 'failed' OR period <= $7)`;
