import { pool } from "@/lib/platform/db";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { latestWindows } from "@/lib/rules/schedule/windows";
import { deadlineAfter } from "@/lib/rules/state/match-tick";
import { type SpreadInterval, spreadMs } from "./spread";

/** [interval, how many of a hundred snitches have it, the beginning of their names] */
const SHARES: [SpreadInterval, number, string][] = [
  ["daily", 50, "Nightly"],
  ["hourly", 25, "Hourly"],
  ["15_minute", 10, "Frequent"],
  ["weekly", 10, "Weekly"],
  ["monthly", 5, "Monthly"],
];

const PERIODS = 15;
const ERROR = "SMTPServerDisconnected: connection unexpectedly closed";

/** Adds many snitches to a case with a few periods of history. Most are healthy, and some are in each other state, about which its members were emailed. */
export async function addManySnitches(caseId: string, count: number, now: Date): Promise<void> {
  for (const [interval, share, prefix] of SHARES) {
    const terms = calendarTerms(interval);
    const starts = latestWindows(terms, PERIODS, now).map(({ start }) => start);
    const [beforeMissing = now, twoBefore = now, previous = now, current = now] = starts.slice(-4);
    await pool.query(ADD, [
      caseId,
      Math.round((count * share) / 100),
      interval,
      starts,
      spreadMs(interval),
      current,
      previous,
      twoBefore,
      beforeMissing,
      deadlineAfter(terms, current),
      deadlineAfter(terms, previous),
      now,
      prefix,
      ERROR,
    ]);
  }
}

/** `last`: the latest run. A job that has not run in the current period yet is due at its end. The places are those of `runsAfterMs`. */
const ADD = `
  WITH numbered AS (
    SELECT n, concat($13::text, ' ', (ARRAY['backup', 'import', 'export', 'report', 'cleanup', 'sync', 'index', 'digest'])[n % 8 + 1],
        ' of ', (ARRAY['db', 'web', 'mail', 'cache', 'queue', 'shop'])[n % 6 + 1], n) AS name,
      (ARRAY['backup', 'import', 'export', 'report', 'cleanup', 'sync', 'index', 'digest'])[n % 8 + 1] AS task,
      (ARRAY['db', 'web', 'mail', 'cache', 'queue', 'shop'])[n % 6 + 1] AS system,
      (CASE WHEN n % 97 = 5 THEN 'failed' WHEN n % 193 = 7 THEN 'errored' WHEN n % 61 = 11 THEN 'paused'
            WHEN n % 101 = 13 THEN 'pending' ELSE 'healthy' END)::status AS status,
      (n * 7919 % 1000) * $5::float8 / 1000 * interval '1 millisecond' AS after
    FROM generate_series(1, $2::int) n
  ), timed AS (
    SELECT *, CASE WHEN $6::timestamptz + after <= $12 THEN $6::timestamptz ELSE $7::timestamptz END AS last,
      CASE WHEN $6::timestamptz + after <= $12 THEN $7::timestamptz ELSE $8::timestamptz END AS before_last
    FROM numbered
  ), added AS (
    INSERT INTO snitches (id, token, name, tags, interval, status, deadline, checked_in_at, errored_at, missing_since,
      paused_at, pause_until, status_before_pause, created_at, case_id)
    SELECT new_id(), substr(md5(n || $3 || $1::text), 1, 16), name, ARRAY[system, task], $3, status,
      CASE WHEN status IN ('pending', 'paused') THEN NULL WHEN last = $6 THEN $10::timestamptz ELSE $11::timestamptz END,
      CASE status WHEN 'failed' THEN $9::timestamptz + after WHEN 'errored' THEN before_last + after WHEN 'pending' THEN NULL ELSE last + after END,
      CASE WHEN status = 'errored' THEN last + after END,
      CASE WHEN status = 'failed' THEN $7::timestamptz END,
      CASE WHEN status = 'paused' THEN $12::timestamptz END, CASE WHEN status = 'paused' THEN 'healthy'::pause_until END,
      CASE WHEN status = 'paused' THEN 'healthy'::status END, $12::timestamptz - interval '1 hour', $1::uuid
    FROM timed RETURNING id, name, status, checked_in_at
  ), opened AS (
    INSERT INTO incidents (id, cause, severity, opened_at, told_at, last_told_at, bad_count, case_id, snitch_id)
    SELECT new_id(), (CASE added.status WHEN 'failed' THEN 'missed' ELSE 'error' END)::alert_cause, 'critical', at, at, at, 1, $1::uuid, added.id
    FROM added JOIN timed USING (name) CROSS JOIN LATERAL (
      SELECT CASE added.status WHEN 'failed' THEN $7::timestamptz ELSE last + after END AS at) times
    WHERE added.status IN ('failed', 'errored') RETURNING id, snitch_id, opened_at
  ), alerted AS (
    INSERT INTO alerts (id, kind, "from", "to", at, exit_status, message, last_checked_in_at, incident_id, case_id, snitch_id)
    SELECT new_id(), (CASE added.status WHEN 'failed' THEN 'missing' ELSE 'errored' END)::alert_kind, 'healthy', added.status, opened_at,
      CASE added.status WHEN 'failed' THEN '' ELSE '1' END, CASE added.status WHEN 'failed' THEN '' ELSE $14::text END,
      checked_in_at, opened.id, $1::uuid, added.id
    FROM opened JOIN added ON added.id = opened.snitch_id RETURNING id, snitch_id, at + interval '61 seconds' AS sent_at
  ), emailed AS (
    INSERT INTO emails (id, kind, address, sent_at, created_at, attempts, case_id, alert_id, snitch_id)
    SELECT new_id(), 'alert', u.email, sent_at, sent_at, 1, $1::uuid, alerted.id, alerted.snitch_id
    FROM alerted JOIN members m ON m.case_id = $1::uuid JOIN users u ON u.id = m.user_id RETURNING id, sent_at
  ), accepted AS (
    INSERT INTO attempts (id, at, outcome, latency_ms, email_id) SELECT new_id(), sent_at, 'accepted', 180 + random() * 90, id FROM emailed
  )
  INSERT INTO check_ins (id, snitch_id, at, exit_status, message, method)
  SELECT new_id(), added.id, period + after, CASE WHEN added.status = 'errored' AND period = last THEN '1' ELSE '0' END,
    CASE WHEN added.status = 'errored' AND period = last THEN $14::text ELSE '' END, 'GET'
  FROM added JOIN timed USING (name), unnest($4::timestamptz[]) AS period
  WHERE added.status <> 'pending' AND period <= last AND (added.status <> 'failed' OR period <= $9)`;
