import { expect } from "@playwright/test";
import pg from "pg";
import { fillBusyCase } from "@/testing/busy-case";

/** What tests change directly in the database. */
export class World {
  private readonly pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

  close = () => this.pool.end();

  /**
   * Lets days pass for one snitch: moves its times back, so that the real sweep finds it due. Due since half a minute: of a
   * sweep that is minutes late, every page warns, also those of other tests.
   */
  async daysPass(token: string, days: number): Promise<void> {
    await this.pool.query(
      `UPDATE snitches SET
         deadline = CASE WHEN deadline IS NOT NULL
           THEN greatest(deadline - $2 * interval '1 day', now() - interval '90 seconds') END,
         checked_in_at = checked_in_at - $2 * interval '1 day', counted_hour = NULL, counted_minute = NULL
       WHERE token = $1`,
      [token, days],
    );
  }

  /** Lets an hour pass since a person signed in: they are asked again who they are. */
  async sessionsAge(email: string): Promise<void> {
    await this.pool.query(
      `UPDATE sessions s SET created_at = s.created_at - interval '1 hour', confirmed_at = NULL
       FROM users u WHERE u.id = s.user_id AND u.email = $1`,
      [email],
    );
  }

  /** Makes a snitch one that runs every hour, with ten minutes of grace, and that checked in last so long ago that it has just missed that. */
  async missesItsHour(token: string): Promise<void> {
    await this.pool.query(
      `UPDATE snitches SET schedule = 'every 1 hour', interval = 'hourly', grace = 600,
         deadline = times.due, checked_in_at = times.due - interval '70 minutes', counted_hour = NULL, counted_minute = NULL
       FROM (SELECT date_trunc('milliseconds', now()) - interval '90 seconds' AS due) AS times WHERE token = $1`,
      [token],
    );
  }

  /** The latest alert of a snitch. */
  async latestAlert(token: string): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(
      "SELECT a.id FROM alerts a JOIN snitches s ON s.id = a.snitch_id WHERE s.token = $1 ORDER BY a.id DESC LIMIT 1",
      [token],
    );
    return rows[0]?.id ?? "";
  }

  /** Adds an alert without facts to the open incident of a snitch, as an earlier version raised it. */
  async anOldAlert(token: string): Promise<string> {
    await this.pool.query(
      `INSERT INTO alerts (id, case_id, snitch_id, kind, "from", "to", at, incident_id)
       SELECT new_id(), s.case_id, s.id, 'missing', 'healthy', 'failed', now() - interval '3 hours', i.id
       FROM snitches s LEFT JOIN incidents i ON i.snitch_id = s.id AND i.closed_at IS NULL WHERE s.token = $1`,
      [token],
    );
    return this.latestAlert(token);
  }

  /**
   * Adds snitches with these names and states to the case, each with a check-in unless it is pending. Returns their
   * tokens.
   */
  async fill(
    caseId: string,
    snitches: { name: string; status: string; tags?: string[]; interval?: string }[],
  ): Promise<string[]> {
    const { rows } = await this.pool.query<{ token: string }>(
      `WITH made AS (
         INSERT INTO snitches (id, case_id, token, name, interval, status, tags, deadline, checked_in_at, missing_since,
           errored_at, paused_at, pause_until, status_before_pause)
         SELECT new_id(), $1, substr(md5(random()::text), 1, 16), name, coalesce(interval, 'daily'),
           status::status,
           coalesce(ARRAY(SELECT jsonb_array_elements_text(tags)), '{}'),
           CASE WHEN status IN ('healthy', 'failed', 'errored') THEN now() + interval '20 hours' END,
           CASE WHEN status <> 'pending' THEN now() - interval '30 hours' END,
           CASE WHEN status = 'failed' THEN now() - interval '4 hours' END,
           CASE WHEN status = 'errored' THEN now() - interval '3 hours' END,
           CASE WHEN status = 'paused' THEN now() END,
           CASE WHEN status = 'paused' THEN 'unpaused'::pause_until END,
           CASE WHEN status = 'paused' THEN 'healthy'::status END
         FROM jsonb_to_recordset($2) AS given (name text, status text, tags jsonb, interval text)
         RETURNING id, token, status)
       , heard AS (
         INSERT INTO check_ins (id, snitch_id, at, exit_status, message)
         SELECT new_id(), id, now() - n * interval '1 day' - interval '6 hours', '0', 'row ' || n
         FROM made, generate_series(1, 30) n WHERE status <> 'pending')
       SELECT token FROM made`,
      [caseId, JSON.stringify(snitches)],
    );
    return rows.map(({ token }) => token);
  }

  /** Lets weeks pass for a case: what is missing has been so for 30 days, and what is pending waits for as long. */
  async weeksPass(caseId: string): Promise<void> {
    await this.pool.query(
      `UPDATE snitches SET created_at = created_at - interval '30 days', missing_since = missing_since - interval '30 days'
       WHERE case_id = $1`,
      [caseId],
    );
  }

  /** Lets a snitch of each half hour be twelve minutes late every other time, for a day in which it was alerted each time. */
  async flaps(token: string): Promise<void> {
    await this.pool.query(
      `WITH flapping AS (
         UPDATE snitches SET schedule = '*/30 * * * *', interval = '30_minute', grace = 60, created_at = now() - interval '3 days'
         WHERE token = $1 RETURNING id, case_id)
       , at AS (SELECT n, date_bin('30 minutes', now(), 'epoch') - n * interval '30 minutes' AS tick FROM generate_series(0, 46) n)
       , reports AS (
         INSERT INTO check_ins (id, snitch_id, at, exit_status, method, address)
         SELECT new_id(), id, tick + (n % 2) * interval '12 minutes', '', 'GET', '192.0.2.7' FROM flapping, at)
       INSERT INTO alerts (id, case_id, snitch_id, kind, "from", "to", at)
       SELECT new_id(), case_id, id, kind::alert_kind, before::status, after::status, tick + late FROM flapping, at,
         (VALUES ('missing', 'healthy', 'failed', interval '1 minute'), ('reporting', 'failed', 'healthy', interval '12 minutes'))
           AS change (kind, before, after, late)
       WHERE n % 2 = 1`,
      [token],
    );
  }

  /** Adds as many snitches with two days of runs, errors and misses. */
  fillBusy(caseId: string, count: number): Promise<void> {
    return fillBusyCase((text, values) => this.pool.query(text, values), caseId, count, 2, new Date());
  }

  /** Gives a snitch hourly runs with every outcome. Returns the id of one that failed. */
  async addRuns(token: string, count: number): Promise<string> {
    const { rows } = await this.pool.query<{ id: string; outcome: string }>(
      `INSERT INTO runs (id, at, rid, host, env, started_at, alive_at, ended_at, last_finish_at, outcome, cause, exit_status,
         duration_ms, metrics, snitch_id)
       SELECT runs.id, started, 'run-' || n, 'db1', 'production', started, started, ended, ended, outcome::run_outcome,
         CASE outcome WHEN 'failed' THEN 'error'::alert_cause WHEN 'overran' THEN 'overran' END,
         CASE outcome WHEN 'failed' THEN '3' ELSE '' END, extract(epoch FROM ended - started) * 1000, '{"rows": 812}', s.id
       FROM generate_series(1, $2) n
         CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', now()) - n * interval '1 hour' AS started) times
         CROSS JOIN LATERAL (
           SELECT (ARRAY['running', 'failed', 'succeeded', 'succeeded', 'overran', 'abandoned', 'succeeded'])[1 + (n - 1) % 7]
             AS outcome) outcomes
         CROSS JOIN LATERAL (
           SELECT CASE WHEN outcome NOT IN ('running', 'abandoned') THEN started + n * interval '10 seconds' END AS ended) ends
         CROSS JOIN LATERAL (
           SELECT (overlay(lpad(to_hex((extract(epoch FROM started) * 1000)::bigint), 12, '0') PLACING '-' FROM 9 FOR 0)
             || substr(new_id()::text, 14))::uuid AS id) runs
         JOIN snitches s ON s.token = $1
       RETURNING id, outcome`,
      [token, count],
    );
    await this.pool.query(
      `INSERT INTO machines (case_id, host, first_seen_at, last_seen_at, version)
       SELECT case_id, 'db1', now(), now(), '' FROM snitches WHERE token = $1 ON CONFLICT DO NOTHING`,
      [token],
    );
    await this.pool.query(
      `UPDATE snitches s SET last_run_at = latest.at, last_run_id = latest.id,
         running = (SELECT count(*) FROM runs WHERE snitch_id = s.id AND outcome = 'running')
       FROM (SELECT r.* FROM runs r JOIN snitches s ON s.id = r.snitch_id WHERE token = $1 ORDER BY at DESC LIMIT 1) latest
       WHERE s.id = latest.snitch_id`,
      [token],
    );
    return rows.find(({ outcome }) => outcome === "failed")?.id ?? "";
  }

  /** Lets hours pass for the runs of a snitch that are running, so that the real sweep finds that they take too long. */
  async hoursPassForRuns(token: string, hours: number): Promise<void> {
    await this.pool.query(
      `UPDATE runs SET started_at = started_at - $2 * interval '1 hour', alive_at = alive_at - $2 * interval '1 hour',
         limit_at = limit_at - $2 * interval '1 hour'
       WHERE snitch_id = (SELECT id FROM snitches WHERE token = $1) AND outcome = 'running'`,
      [token, hours],
    );
    // The reports before are as old: one after the limit would have ended its alert.
    await this.pool.query(
      `UPDATE snitches SET errored_at = errored_at - $2 * interval '1 hour',
         checked_in_at = checked_in_at - $2 * interval '1 hour' WHERE token = $1`,
      [token, hours],
    );
  }

  /** Gives a snitch a smart schedule at 03:00 in Berlin, and check-ins of the last ten days a few minutes later. */
  async runsInBerlin(token: string): Promise<void> {
    await this.pool.query(
      "DELETE FROM check_ins WHERE snitch_id = (SELECT id FROM snitches WHERE token = $1)",
      [token],
    );
    await this.pool.query(
      `UPDATE snitches SET schedule = '0 3 * * *', timezone = 'Europe/Berlin', alert_type = 'smart' WHERE token = $1`,
      [token],
    );
    await this.pool.query(
      `INSERT INTO check_ins (id, snitch_id, at, exit_status)
       SELECT new_id(), id, (date_trunc('day', now() AT TIME ZONE 'Europe/Berlin') - n * interval '1 day' + interval '3 hours 4 minutes')
         AT TIME ZONE 'Europe/Berlin', '0'
       FROM snitches, generate_series(1, 10) n WHERE token = $1`,
      [token],
    );
  }

  /** Gives a snitch a schedule at 07:30 UTC, and check-ins of the last six days at 07:30 of Tokyo. */
  async runsOnTokyoTime(token: string): Promise<void> {
    await this.pool.query(
      "DELETE FROM check_ins WHERE snitch_id = (SELECT id FROM snitches WHERE token = $1)",
      [token],
    );
    await this.pool.query("UPDATE snitches SET schedule = '30 7 * * *' WHERE token = $1", [token]);
    await this.pool.query(
      `INSERT INTO check_ins (id, snitch_id, at, exit_status)
       SELECT new_id(), id, date_trunc('day', now(), 'UTC') - n * interval '1 day' + interval '22 hours 30 minutes 20 seconds', '0'
       FROM snitches, generate_series(1, 6) n WHERE token = $1`,
      [token],
    );
  }

  /**
   * Gives a snitch a schedule at 03:00 UTC with a grace of five minutes, and check-ins this many minutes later on each of the days
   * up to yesterday; null for a day without one. `sent`: an alert was sent about that miss. Today’s run is on time.
   */
  async runsLate(token: string, days: { late: number | null; sent?: boolean }[]): Promise<void> {
    await this.pool.query(
      "DELETE FROM check_ins WHERE snitch_id = (SELECT id FROM snitches WHERE token = $1)",
      [token],
    );
    await this.pool.query("UPDATE snitches SET schedule = '0 3 * * *', grace = 300 WHERE token = $1", [
      token,
    ]);
    await this.pool.query(
      `WITH days AS (
         SELECT s.id, s.case_id, late, sent, date_trunc('day', now(), 'UTC') - ($3 - n) * interval '1 day' + interval '3 hours' AS due
         FROM snitches s, ROWS FROM (jsonb_to_recordset($2) AS (late int, sent boolean)) WITH ORDINALITY AS given (late, sent, n)
         WHERE token = $1)
       , notified AS (
         INSERT INTO alerts (id, case_id, snitch_id, kind, "from", "to", at, cause)
         SELECT new_id(), case_id, id, 'missing', 'healthy', 'failed', due + interval '5 minutes', 'missed' FROM days WHERE sent)
       INSERT INTO check_ins (id, snitch_id, at, exit_status)
       SELECT new_id(), id, due + late * interval '1 minute', '0' FROM days WHERE late IS NOT NULL
       UNION ALL
       SELECT new_id(), id, date_trunc('day', now(), 'UTC') + interval '3 hours', '0' FROM snitches
       WHERE token = $1 AND now() >= date_trunc('day', now(), 'UTC') + interval '3 hours'`,
      [token, JSON.stringify(days), days.length + 1],
    );
  }

  /** When the next run is missed. */
  async deadline(token: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ deadline: Date | null }>(
      "SELECT deadline FROM snitches WHERE token = $1",
      [token],
    );
    return rows[0]?.deadline ?? null;
  }

  /** Lets the deadline of a snitch pass just now, so that its miss is not decided yet. */
  async deadlinePasses(token: string): Promise<void> {
    await this.pool.query("UPDATE snitches SET deadline = now() - interval '1 second' WHERE token = $1", [
      token,
    ]);
  }

  /** When the pause of a snitch ends on its own; null if it does not, or there is no pause. */
  async pauseEnd(token: string): Promise<Date | null> {
    const { rows } = await this.pool.query("SELECT pause_ends_at FROM snitches WHERE token = $1", [token]);
    return rows[0]?.pause_ends_at ?? null;
  }

  /** Gives a person this role in all of their cases. */
  async setRole(email: string, role: string): Promise<void> {
    await this.pool.query(
      "UPDATE members SET role = $2::role WHERE user_id = (SELECT id FROM users WHERE email = $1)",
      [email, role],
    );
  }

  /** Ends all sessions of a person, as an operator or another browser does. */
  async endSessions(email: string): Promise<void> {
    await this.pool.query("DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)", [
      email,
    ]);
  }

  /** Sets the notes of a snitch. */
  async note(token: string, notes: string): Promise<void> {
    await this.pool.query("UPDATE snitches SET notes = $2 WHERE token = $1", [token, notes]);
  }

  /** Opens an incident of a snitch, and closes as many before it. Returns the id of the open one. */
  async openIncident(token: string, closedBefore = 0): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(
      `WITH closed AS (
         INSERT INTO incidents (id, cause, severity, opened_at, told_at, last_told_at, closed_at, closed_by, bad_count, case_id,
           snitch_id)
         SELECT new_id(), 'error', 'critical', opened, opened, opened, opened + interval '20 minutes', 'reported', 1, case_id, id
         FROM snitches, generate_series(1, $2) n
           CROSS JOIN LATERAL (SELECT now() - (n + 4) * interval '1 hour' AS opened) AS times WHERE token = $1)
       INSERT INTO incidents (id, cause, severity, opened_at, told_at, last_told_at, bad_count, case_id, snitch_id)
       SELECT new_id(), 'missed', 'critical', now() - interval '4 hours', now(), now(), 1, case_id, id
       FROM snitches WHERE token = $1 RETURNING id`,
      [token, closedBefore],
    );
    return rows[0]?.id ?? "";
  }

  /** Opens an incident of each missing or errored snitch of a case, with its alert. */
  async openIncidents(caseId: string, message: string): Promise<void> {
    await this.pool.query(
      `WITH opened AS (
         INSERT INTO incidents (id, cause, severity, opened_at, told_at, last_told_at, bad_count, case_id, snitch_id)
         SELECT new_id(), CASE status WHEN 'failed' THEN 'missed' ELSE 'error' END::alert_cause, 'critical',
           now() - interval '4 hours', now(), now(), 1, case_id, id
         FROM snitches WHERE case_id = $1 AND status IN ('failed', 'errored')
         ON CONFLICT DO NOTHING RETURNING *)
       INSERT INTO alerts (id, kind, "from", "to", at, exit_status, message, case_id, snitch_id, incident_id)
       SELECT new_id(), CASE cause WHEN 'missed' THEN 'missing' ELSE 'errored' END::alert_kind, 'healthy',
         CASE cause WHEN 'missed' THEN 'failed' ELSE 'errored' END::status, opened_at, '',
         CASE cause WHEN 'missed' THEN '' ELSE replace($2, '{id}', id::text) END, case_id, snitch_id, id FROM opened`,
      [caseId, message],
    );
  }

  /** How many events of this action the audit log of a case has. */
  async countAudited(caseId: string, action: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM audit_events WHERE case_id = $1 AND action = $2",
      [caseId, action],
    );
    return rows[0]?.count ?? 0;
  }

  /** Makes these snitches depend on another one. */
  async dependOn(tokens: string[], parent: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO dependencies (snitch_id, parent_id)
       SELECT s.id, p.id FROM snitches s, snitches p WHERE s.token = ANY($1) AND p.token = $2`,
      [tokens, parent],
    );
  }

  /** How many open incidents of a case wait for a parent. */
  async countHeld(caseId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM incidents WHERE case_id = $1 AND closed_at IS NULL AND hold = 'parent'`,
      [caseId],
    );
    return rows[0]?.count ?? 0;
  }

  /** What people decided about the open incident of a snitch; null if none is open. */
  async incident(token: string): Promise<{
    id: string;
    acknowledgedBy: string | null;
    snoozedUntil: Date | null;
  } | null> {
    const { rows } = await this.pool.query(
      `SELECT i.id, acknowledged_by AS "acknowledgedBy", snoozed_until AS "snoozedUntil"
       FROM incidents i JOIN snitches s ON s.id = i.snitch_id WHERE token = $1 AND closed_at IS NULL`,
      [token],
    );
    return rows[0] ?? null;
  }

  /** Waits for the alert email to an address, and returns its link to the page that snoozes. */
  snoozeLinkMailedTo = (address: string) => this.pageMailedTo(address, "snooze");

  /** The link of the page that says what decided the alert of the latest email. */
  alertLinkMailedTo = (address: string) => this.pageMailedTo(address, "alerts/[0-9a-f-]{36}");

  /** `page`: the end of its path, as a pattern. */
  private async pageMailedTo(address: string, page: string): Promise<string> {
    let link = "";
    await expect(async () => {
      const { rows } = await this.pool.query(
        `SELECT text FROM captured_emails WHERE "to" = $1 AND text ~ ('/' || $2) ORDER BY at DESC LIMIT 1`,
        [address, page],
      );
      link = new RegExp(`https?://\\S+/${page}`).exec(rows[0]?.text ?? "")?.[0] ?? "";
      expect(link).not.toBe("");
    }).toPass();
    return link;
  }

  /** Adds a viewer to the case. Returns the address. */
  async addTeammate(caseId: string): Promise<string> {
    const { rows } = await this.pool.query<{ email: string }>(
      `WITH made AS (
         INSERT INTO users (id, email) SELECT new_id(), md5(random()::text) || '@example.com' RETURNING id, email)
       , joined AS (INSERT INTO members (case_id, user_id, role) SELECT $1, id, 'viewer' FROM made)
       SELECT email FROM made`,
      [caseId],
    );
    return rows[0]?.email ?? "";
  }

  /** Leaves a person of the case only the right to see. */
  async makeViewer(caseId: string, email: string): Promise<void> {
    await this.pool.query(
      "UPDATE members SET role = 'viewer' WHERE case_id = $1 AND user_id = (SELECT id FROM users WHERE email = $2)",
      [caseId, email],
    );
  }

  /** Makes a person an admin of the case. */
  async addAdmin(caseId: string, email: string): Promise<void> {
    await this.pool.query(
      "INSERT INTO members (case_id, user_id, role) SELECT $1, id, 'admin' FROM users WHERE email = $2",
      [caseId, email],
    );
  }

  /** The code that the first account needs; undefined once there is an account. */
  async setUpCode(): Promise<string | undefined> {
    const { rows } = await this.pool.query("SELECT code FROM set_up_codes");
    return rows[0]?.code;
  }

  /** Deletes all accounts and cases, as before the first account. */
  async forgetEveryone(setUpCode: string): Promise<void> {
    await this.pool.query("DELETE FROM users");
    await this.pool.query("DELETE FROM cases WHERE id IN (SELECT case_id FROM audit_events)");
    await this.pool.query("INSERT INTO set_up_codes (code) VALUES ($1)", [setUpCode]);
  }

  /** Names the only channel of a case, and leaves two deliveries to it and two emails that do not arrive. */
  async addStuckMessages(caseId: string, channelName: string): Promise<void> {
    await this.pool.query(
      `WITH channel AS (UPDATE channels SET name = $2 WHERE case_id = $1 RETURNING id),
       times AS (SELECT now() - interval '1 hour' AS made),
       d AS (INSERT INTO deliveries (id, channel_id, body, attempts, gave_up_at, due_at, created_at)
         SELECT new_id(), channel.id, '{"type":"test"}', attempts, gave_up_at, now() + interval '1 hour', made
         FROM channel, times, (VALUES (12, now()), (4, NULL)) AS v(attempts, gave_up_at) RETURNING id, gave_up_at),
       e AS (INSERT INTO emails (id, kind, address, case_id, facts, attempts, gave_up_at, due_at, created_at)
         SELECT new_id(), 'digest', address, $1, '{}', 12, gave_up_at, now() + interval '1 hour', made
         FROM times, (VALUES ('ada@example.com', now()), ('bob@example.com', NULL)) AS v(address, gave_up_at) RETURNING id, gave_up_at),
       of_deliveries AS (INSERT INTO attempts (id, delivery_id, at, outcome, status, latency_ms)
         SELECT new_id(), id, made, CASE WHEN gave_up_at IS NULL THEN 'rejected' ELSE 'dns' END,
           CASE WHEN gave_up_at IS NULL THEN 500 END, 20 FROM d, times)
       INSERT INTO attempts (id, email_id, at, outcome, latency_ms) SELECT new_id(), id, made, 'timeout', 30000 FROM e, times`,
      [caseId, channelName],
    );
  }

  /** Makes a person the operator. */
  async makeOperator(email: string): Promise<void> {
    await this.pool.query("UPDATE users SET operator_since = now() WHERE email = $1", [email]);
  }

  /** Captures as many emails to an address, one a second, with subjects that end in their numbers. */
  async capture(count: number, to: string, subject: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO captured_emails (id, at, "from", "to", subject, html, text)
       SELECT gen_random_uuid(), now() - n * interval '1 second', 'tattle@example.com', $2, $3 || ' ' || n, '<p>Hello</p>', 'Hello'
       FROM generate_series(1, $1) n`,
      [count, to, subject],
    );
  }

  /** Adds a fire drill with three emails: one confirmed, one refused, and one that waits for its turn. Returns its id. */
  async aDrill(caseId: string, startedBy: string): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(
      `WITH drill AS (
         INSERT INTO drills (id, case_id, started_by, started_at) VALUES (new_id(), $1, $2, now() - interval '5 minutes')
         RETURNING id)
       , notified AS (
         INSERT INTO emails (id, case_id, kind, drill_id, address, sent_at, gave_up_at, confirmed_at, attempts, due_at)
         SELECT new_id(), $1, 'drill', drill.id, name || '@example.com', sent_at, gave_up_at, sent_at,
           CASE WHEN name = 'cleo' THEN 0 ELSE 1 END, now() + interval '1 hour'
         FROM drill, (VALUES ('ada', now(), NULL), ('bob', NULL, now()), ('cleo', NULL, NULL))
           AS given (name, sent_at, gave_up_at)
         RETURNING id, drill_id, sent_at, gave_up_at)
       INSERT INTO attempts (id, email_id, at, outcome, status, latency_ms, response)
       SELECT new_id(), id, now(), CASE WHEN sent_at IS NULL THEN 'rejected' ELSE 'accepted' END,
         CASE WHEN sent_at IS NULL THEN 550 END, 12, CASE WHEN sent_at IS NULL THEN '550 5.1.1 No such user' ELSE '' END
       FROM notified WHERE sent_at IS NOT NULL OR gave_up_at IS NOT NULL
       RETURNING (SELECT drill_id FROM notified LIMIT 1) AS id`,
      [caseId, startedBy],
    );
    return rows[0]?.id ?? "";
  }

  /** Lets the last monthly fire drill have been skipped, because no worker ran. */
  async skipDrill(caseId: string): Promise<void> {
    await this.pool.query(
      "UPDATE drill_schedules SET skipped_at = now() - interval '3 days', skip_reason = 'late' WHERE case_id = $1",
      [caseId],
    );
  }

  /** Adds a public status page with one component that only notices tell about, and returns its slug. */
  async addStatusPage(caseId: string): Promise<string> {
    const settings = {
      description: "",
      timezone: "UTC",
      language: "en",
      accent: null,
      links: [],
      footer: "",
    };
    const { rows } = await this.pool.query<{ slug: string }>(
      `WITH share AS (INSERT INTO shares (id, kind, name, settings, created_by, case_id)
         VALUES (gen_random_uuid(), 'page', 'Acme status', '{}', 'a test', $1) RETURNING id),
       page AS (INSERT INTO pages (id, slug, case_id, visibility, networks, settings)
         SELECT id, 'e2e-' || left(id::text, 8), $1, 'public', '{}', $2 FROM share RETURNING id, slug),
       component AS (INSERT INTO page_components (id, page_id, position, group_name, name)
         SELECT gen_random_uuid(), id, 0, '', 'Payments' FROM page)
       SELECT slug FROM page`,
      [
        caseId,
        { ...settings, show_durations: false, publish: "never", publish_after: 900, notify_automatic: false },
      ],
    );
    return rows[0]?.slug ?? "";
  }

  /** Deletes all channels of a case. */
  async removeChannels(caseId: string): Promise<void> {
    await this.pool.query("DELETE FROM channels WHERE case_id = $1", [caseId]);
  }

  /** Makes the digest of each member of the case due, about snitches that are a month old. */
  async digestIsDue(caseId: string): Promise<void> {
    await this.pool.query("UPDATE snitches SET created_at = now() - interval '1 month' WHERE case_id = $1", [
      caseId,
    ]);
    await this.pool.query("UPDATE members SET digest_at = now() WHERE case_id = $1 AND digest IS NOT NULL", [
      caseId,
    ]);
  }

  /** Waits for a captured email to an address with this text, and returns the whole of it. */
  async textMailedTo(address: string, text: string): Promise<string> {
    let found = "";
    await expect(async () => {
      const { rows } = await this.pool.query(
        `SELECT text FROM captured_emails WHERE "to" = $1 AND position($2 IN text) > 0 ORDER BY at DESC LIMIT 1`,
        [address, text],
      );
      found = rows[0]?.text ?? "";
      expect(found).not.toBe("");
    }).toPass();
    return found;
  }

  /** How many captured emails to an address have this start of the subject. */
  async countMailed(address: string, subject: string): Promise<number> {
    const { rows } = await this.pool.query(
      `SELECT count(*)::int AS n FROM captured_emails WHERE "to" = $1 AND starts_with(subject, $2)`,
      [address, subject],
    );
    return rows[0].n;
  }

  /** The link to choose emails without an account, in the latest captured email to an address. */
  async choiceLinkMailedTo(address: string): Promise<string> {
    const { rows } = await this.pool.query(
      `SELECT text FROM captured_emails WHERE "to" = $1 ORDER BY at DESC LIMIT 1`,
      [address],
    );
    const [link = ""] = /https?:\/\/\S+\/recipients\/[\w-]+/.exec(rows[0]?.text ?? "") ?? [];
    expect(link).not.toBe("");
    return link;
  }

  /** Waits for the latest captured email to an address with this start of the subject, and returns its link. */
  async linkMailedTo(address: string, subject: string): Promise<string> {
    let link = "";
    await expect(async () => {
      const { rows } = await this.pool.query(
        `SELECT text FROM captured_emails WHERE "to" = $1 AND starts_with(subject, $2) ORDER BY at DESC LIMIT 1`,
        [address, subject],
      );
      link = /https?:\/\/\S+/.exec(rows[0]?.text ?? "")?.[0] ?? "";
      expect(link).not.toBe("");
    }).toPass();
    return link;
  }
}
