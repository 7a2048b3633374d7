import { randomBytes } from "node:crypto";
import { raiseAlerts } from "@/lib/alerts/raise";
import { insertCheckIns } from "@/lib/check-ins/insert";
import { createPartitions } from "@/lib/check-ins/partitions";
import { db, pool, type Sql, transaction } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/retention";
import type { SnitchEvent } from "@/lib/rules/snitch-event";
import type { Transition } from "@/lib/rules/transition";
import { CAST, type Job } from "./seed/cast";
import { addCrowd } from "./seed/crowd";
import { eventsOf, live, newborn, rowsOf } from "./seed/live";

const MINUTE_MS = 60_000;
const ROWS_AT_ONCE = 5_000;

/**
 * Fills a case as if it had been in use for two years: jobs of every kind and in every state, one of them reporting
 * every minute (a million check-ins), and so many more snitches beside them. Nobody is sent what it makes up.
 */
export async function seed(caseId: string, snitches: number, now: Date): Promise<void> {
  const since = retentionStart(now);
  await createPartitions(now, since);
  for (const job of CAST) {
    const events = eventsOf(job, since, now);
    const life = live(newborn(job.interval, job.alertType), events, now);
    await addLife(caseId, job, life, events, job.today === "pending" ? now : since);
  }
  await addMinutely(caseId, since, now);
  await addCrowd(caseId, snitches, now);
  await pool.query("VACUUM ANALYZE snitches, check_ins, alerts, emails, attempts");
}

async function addLife(
  caseId: string,
  { name, tags, notes = "" }: Pick<Job, "name" | "tags" | "notes">,
  life: Transition,
  events: SnitchEvent[],
  createdAt: Date,
): Promise<string> {
  const token = randomBytes(8).toString("hex");
  const { id } = await db.snitch.create({
    data: { ...life.snitch, name, tags, notes, token, caseId, createdAt },
    select: { id: true },
  });
  const rows = rowsOf(id, events);
  await transaction(async (sql) => {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await insertCheckIns(sql, rows.slice(from, from + ROWS_AT_ONCE), false);
    await raiseAlerts(sql, [{ snitch: { id, caseId, alertEmail: [] }, alerts: life.alerts }]);
    await markSent(sql, id);
  });
  return id;
}

/** In the transaction that raised them, so that no worker ever finds them owed. */
const markSent = (sql: Sql, snitchId: string) =>
  sql(
    `WITH told AS (SELECT id, at + interval '61 seconds' AS sent_at FROM alerts WHERE snitch_id = $1),
       mailed AS (
         UPDATE emails n SET sent_at = told.sent_at, created_at = told.sent_at, attempts = 1
         FROM told WHERE n.alert_id = told.id RETURNING n.id, n.sent_at AS at),
       posted AS (
         UPDATE deliveries d SET accepted_at = told.sent_at, created_at = told.sent_at, attempts = 1
         FROM told WHERE d.alert_id = told.id RETURNING d.id, d.accepted_at AS at)
     INSERT INTO attempts (id, at, outcome, status, latency_ms, email_id, delivery_id)
     SELECT new_id(), at, 'accepted', NULL, 180 + random() * 90, id, NULL FROM mailed
     UNION ALL SELECT new_id(), at, 'accepted', 200, 90 + random() * 200, NULL, id FROM posted`,
    [snitchId],
  );

/** Every so many minutes the job of every minute was silent for some. */
const OUTAGE_EVERY_MINUTES = 40_009;
const OUTAGE_MINUTES = 7;

/** Two years of a check-in a minute, by Postgres itself; its few outages live through the rules like any other. */
async function addMinutely(caseId: string, since: Date, now: Date): Promise<void> {
  const checkIn = (minutes: number): SnitchEvent => {
    const at = new Date((Math.ceil(since.getTime() / MINUTE_MS) + minutes) * MINUTE_MS + 2_000);
    return { kind: "checked_in", at, exitStatus: "0", message: "" };
  };
  const whole = Math.floor((now.getTime() - since.getTime()) / MINUTE_MS) - 1;
  const alerts = [];
  for (let n = OUTAGE_EVERY_MINUTES; n + OUTAGE_MINUTES < whole; n += OUTAGE_EVERY_MINUTES) {
    const back = checkIn(n + OUTAGE_MINUTES);
    // Without the first, that it reports at all.
    alerts.push(...live(newborn("1_minute"), [checkIn(n - 1), back], back.at).alerts.slice(1));
  }
  const life = live(newborn("1_minute"), [checkIn(whole)], now);
  const job = { name: "Heartbeat of the job queue", tags: ["workers", "critical"] };
  const id = await addLife(caseId, job, { ...life, alerts }, [], since);
  await pool.query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status, method, address, user_agent)
     SELECT new_id(), $1, $2::timestamptz + n * interval '1 minute' + random() * interval '9 seconds', '0', 'POST',
       '203.0.113.9', 'python-requests/2.32'
     FROM generate_series(0, $3::int) n WHERE n < $4 OR n % $4 >= $5`,
    [id, checkIn(0).at, whole, OUTAGE_EVERY_MINUTES, OUTAGE_MINUTES],
  );
}
