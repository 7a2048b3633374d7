type Run = (statement: string, values: unknown[]) => Promise<unknown>;

/** [schedule, minutes between two runs, how many of a hundred snitches have it, how long a run takes; 0 for plain check-ins] */
const SHARES: [string, number, number, number][] = [
  ["* * * * *", 1, 4, 0],
  ["*/5 * * * *", 5, 8, 0],
  ["*/15 * * * *", 15, 8, 1],
  ["7 * * * *", 60, 40, 4],
  ["0 3 * * *", 1_440, 20, 25],
  ["30 22 * * *", 1_440, 20, 0],
];

/**
 * Fills a case with as many snitches, of jobs that run every minute to once a day, and with what happened to them in the last
 * `days`: runs, plain check-ins, an error in fifty, and twelve jobs of `db7` that are missing since seven hours ago.
 */
export async function fillBusyCase(
  run: Run,
  caseId: string,
  count: number,
  days: number,
  now: Date,
): Promise<void> {
  for (const [schedule, minutes, share, takes] of SHARES) {
    await run(FILL, [caseId, schedule, minutes, Math.round((count * share) / 100), takes, now, days]);
  }
  await run(
    "UPDATE snitches s SET last_run_at = r.at, last_run_id = r.id FROM runs r WHERE r.snitch_id = s.id AND s.case_id = $1",
    [caseId],
  );
  await run(MISS, [caseId, now]);
  await run("ANALYZE snitches, check_ins, runs, alerts, incidents", []);
}

const FILL = `
  WITH added AS (
    INSERT INTO snitches (id, token, name, tags, interval, schedule, timezone, status, deadline, checked_in_at, created_at, case_id)
    SELECT new_id(), substr(md5(n || $2 || $1::text), 1, 10),
      concat((ARRAY['Backup', 'Import', 'Export', 'Report', 'Clean-up', 'Sync'])[n % 6 + 1], ' of db', n % 20, ', job ', n),
      ARRAY['db' || n % 20, 'nightly'], CASE WHEN $3 < 60 THEN 'hourly' ELSE 'daily' END, $2, 'UTC', 'healthy',
      $6::timestamptz + $3 * interval '1 minute', $6, $6::timestamptz - interval '90 days', $1::uuid
    FROM generate_series(1, $4::int) n
    RETURNING id, right(md5(token), 4) AS noise, tags
  ), happened AS (
    SELECT added.id AS snitch_id, date_trunc('day', $6::timestamptz) + tick * $3 * interval '1 minute'
        + CASE $2 WHEN '0 3 * * *' THEN interval '3 hours' WHEN '30 22 * * *' THEN interval '22 hours 30 minutes' WHEN '7 * * * *' THEN interval '7 minutes' ELSE interval '2 seconds' END
        + (('x' || noise)::bit(16)::int % 40) * interval '1 second' AS at,
      (tick + ('x' || noise)::bit(16)::int) % 50 = 0 AS is_error, new_id() AS run_id,
      $5::float8 * (0.6 + (('x' || noise)::bit(16)::int % 97) / 60.0) * interval '1 minute' AS takes
    FROM added, generate_series((-1440 * ($7 + 1) / $3)::int, (1440 / $3)::int) tick
    WHERE added.tags[1] <> 'db7' OR tick * $3 < (extract(epoch FROM $6::timestamptz - date_trunc('day', $6::timestamptz)) / 60 - 420)
  ), kept AS (
    SELECT * FROM happened WHERE at < $6 AND at > $6::timestamptz - $7 * interval '1 day'
  ), ran AS (
    INSERT INTO runs (id, snitch_id, at, started_at, ended_at, outcome, exit_status, duration_ms)
    SELECT run_id, snitch_id, at, at, least(at + takes, $6), (CASE WHEN is_error THEN 'failed' ELSE 'succeeded' END)::run_outcome,
      CASE WHEN is_error THEN '1' ELSE '0' END, extract(epoch FROM takes) * 1000
    FROM kept WHERE $5 > 0
  )
  INSERT INTO check_ins (id, snitch_id, at, exit_status, method, run_id)
  SELECT new_id(), snitch_id, least(at + takes, $6), CASE WHEN is_error THEN '1' ELSE '0' END, 'GET', CASE WHEN $5 > 0 THEN run_id END FROM kept`;

const MISS = `
  WITH missing AS (
    UPDATE snitches SET status = 'failed', missing_since = $2::timestamptz - interval '7 hours', checked_in_at = $2::timestamptz - interval '7 hours'
    WHERE id IN (SELECT id FROM snitches WHERE case_id = $1 AND tags @> '{db7}' ORDER BY id LIMIT 12) RETURNING id
  ), opened AS (
    INSERT INTO incidents (id, cause, severity, opened_at, bad_count, case_id, snitch_id)
    SELECT new_id(), 'missed', 'critical', $2::timestamptz - interval '7 hours', 1, $1, id FROM missing
  )
  INSERT INTO alerts (id, kind, "from", "to", at, case_id, snitch_id)
  SELECT new_id(), 'missing', 'healthy', 'failed', $2::timestamptz - hour * interval '1 hour', $1, id FROM missing, generate_series(0, 7) hour`;
