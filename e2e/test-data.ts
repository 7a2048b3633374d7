import { expect } from "@playwright/test";
import pg from "pg";

/** What tests change directly in the database. */
export class World {
  private readonly pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

  close = () => this.pool.end();

  /** Lets days pass for one snitch: moves all its times back, so that the real sweep finds it due. */
  async daysPass(token: string, days: number): Promise<void> {
    await this.pool.query(
      `UPDATE snitches SET deadline = deadline - $2 * interval '1 day',
         checked_in_at = checked_in_at - $2 * interval '1 day', counted_hour = NULL, counted_minute = NULL
       WHERE token = $1`,
      [token, days],
    );
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

  /** When the pause of a snitch ends by itself; null if it does not, or there is no pause. */
  async pauseEnd(token: string): Promise<Date | null> {
    const { rows } = await this.pool.query("SELECT pause_ends_at FROM snitches WHERE token = $1", [token]);
    return rows[0]?.pause_ends_at ?? null;
  }

  /** Sets the notes of a snitch. */
  async note(token: string, notes: string): Promise<void> {
    await this.pool.query("UPDATE snitches SET notes = $2 WHERE token = $1", [token, notes]);
  }

  /** Waits for the alert e-mail to an address, and returns its link to the page that snoozes. */
  async snoozeLinkMailedTo(address: string): Promise<string> {
    let link = "";
    await expect(async () => {
      const { rows } = await this.pool.query(
        `SELECT text FROM captured_emails WHERE "to" = $1 AND text LIKE '%/snooze%' ORDER BY at DESC LIMIT 1`,
        [address],
      );
      link = /https?:\/\/\S+\/snooze/.exec(rows[0]?.text ?? "")?.[0] ?? "";
      expect(link).not.toBe("");
    }).toPass({ timeout: 30_000 });
    return link;
  }

  /** Adds a viewer to the case. */
  async addTeammate(caseId: string): Promise<void> {
    await this.pool.query(
      `WITH made AS (
         INSERT INTO users (id, email) SELECT new_id(), md5(random()::text) || '@example.com' RETURNING id)
       INSERT INTO members (case_id, user_id, role) SELECT $1, id, 'viewer' FROM made`,
      [caseId],
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
  async forgetEverybody(setUpCode: string): Promise<void> {
    await this.pool.query("DELETE FROM users");
    await this.pool.query("DELETE FROM cases WHERE id IN (SELECT case_id FROM audit_events)");
    await this.pool.query("INSERT INTO set_up_codes (code) VALUES ($1)", [setUpCode]);
  }

  /** Makes a person the operator. */
  async makeOperator(email: string): Promise<void> {
    await this.pool.query("UPDATE users SET operator_since = now() WHERE email = $1", [email]);
  }

  /** Captures as many e-mails to an address, one a second, with subjects that end in their numbers. */
  async capture(count: number, to: string, subject: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO captured_emails (id, at, "from", "to", subject, html, text)
       SELECT gen_random_uuid(), now() - n * interval '1 second', 'tattle@example.com', $2, $3 || ' ' || n, '<p>Hello</p>', 'Hello'
       FROM generate_series(1, $1) n`,
      [count, to, subject],
    );
  }

  /** How many captured e-mails to an address have this start of the subject. */
  async countMailed(address: string, subject: string): Promise<number> {
    const { rows } = await this.pool.query(
      `SELECT count(*)::int AS n FROM captured_emails WHERE "to" = $1 AND starts_with(subject, $2)`,
      [address, subject],
    );
    return rows[0].n;
  }

  /** The link to choose e-mails without an account, in the latest captured e-mail to an address. */
  async choiceLinkMailedTo(address: string): Promise<string> {
    const { rows } = await this.pool.query(
      `SELECT text FROM captured_emails WHERE "to" = $1 ORDER BY at DESC LIMIT 1`,
      [address],
    );
    const [link = ""] = /https?:\/\/\S+\/recipients\/[\w-]+/.exec(rows[0]?.text ?? "") ?? [];
    expect(link).not.toBe("");
    return link;
  }

  /** Waits for the latest captured e-mail to an address with this start of the subject, and returns its link. */
  async linkMailedTo(address: string, subject: string): Promise<string> {
    let link = "";
    await expect(async () => {
      const { rows } = await this.pool.query(
        `SELECT text FROM captured_emails WHERE "to" = $1 AND starts_with(subject, $2) ORDER BY at DESC LIMIT 1`,
        [address, subject],
      );
      link = /https?:\/\/\S+/.exec(rows[0]?.text ?? "")?.[0] ?? "";
      expect(link).not.toBe("");
    }).toPass({ timeout: 20_000 });
    return link;
  }
}
