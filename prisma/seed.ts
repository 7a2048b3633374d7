import { randomBytes } from "node:crypto";
import { OPERATOR } from "@/lib/audit/record";
import { createApiKey } from "@/lib/cases/api-key";
import { insertCheckIns } from "@/lib/check-ins/insert";
import { evaluateTransitions } from "@/lib/incidents/evaluate-transitions";
import { addMaintenance } from "@/lib/maintenance/add";
import { newMaintenance } from "@/lib/maintenance/input";
import { db, pool, type Sql, transaction } from "@/lib/platform/db";
import { VERSION } from "@/lib/platform/version";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { retentionStart } from "@/lib/rules/history/retention";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import type { Transition } from "@/lib/rules/state/transition";
import { compressOutput } from "@/lib/runs/outputs/compress";
import { insertOutputs, type NewOutput } from "@/lib/runs/outputs/insert";
import { saveRuns } from "@/lib/runs/store";
import { lockRows } from "@/lib/snitches/store";
import { createPartitions } from "@/lib/storage/maintain-partitions";
import { EXAMPLE_JOBS, type ExampleJob } from "./seed/example-jobs";
import { reportLate } from "./seed/late-reports";
import { addManySnitches } from "./seed/many-snitches";
import { buildCheckIns, newSnitchState, seedRandom, simulate, simulateEvents } from "./seed/simulate";
import { type SimulatedRun, simulateRuns } from "./seed/simulate-runs";

const ROWS_PER_INSERT = 5_000;

/**
 * Fills a case as if it had been in use for two years: jobs of every kind and in every state, one that checks in every
 * minute (a million check-ins), and `snitches` more; with runs and their output, incidents of which one is acknowledged, and
 * maintenance. No email or webhook is sent for them.
 */
export async function seed(
  caseId: string,
  snitches: number,
  now: Date,
  since = retentionStart(now),
): Promise<void> {
  await createPartitions(now, since);
  for (const job of EXAMPLE_JOBS) {
    const { events, runs } = simulateRuns(job, simulateEvents(job, since, now), now, seedRandom(job.name));
    const history = simulate(newSnitchState(job.interval, job.alertType), events, now);
    const createdAt =
      job.state === "pending" ? new Date(now.getTime() - (job.pendingDays ?? 0) * DAY_MS) : since;
    await addSnitch(caseId, job, history, { events, runs, createdAt });
  }
  await addMinutelySnitch(caseId, since, now);
  await addManySnitches(caseId, snitches, now);
  await addMachines(caseId);
  await reportLate(caseId, OFFLINE);
  await orderIncidents(caseId);
  await acknowledge(caseId, ACKNOWLEDGED, now);
  await planMaintenance(caseId, now);
  for (const key of KEYS) await createApiKey(caseId, key, OPERATOR);
  await pool.query("VACUUM ANALYZE snitches, check_ins, runs, outputs, alerts, emails, attempts");
}

/** A program that sees the backups only, and a phone that can neither change nor delete anything. */
const KEYS: Parameters<typeof createApiKey>[1][] = [
  { name: "Backup server", access: "ping", tags: ["backups"] },
  { name: "On-call phone", access: "acknowledge" },
];

async function addSnitch(
  caseId: string,
  { name, tags, notes = "" }: Pick<ExampleJob, "name" | "tags" | "notes">,
  history: Transition,
  { events, runs, createdAt }: { events: SnitchEvent[]; runs: SimulatedRun[]; createdAt: Date },
): Promise<string> {
  const token = randomBytes(8).toString("hex");
  const { runs: _, earlierRuns: __, dropped: ___, ...columns } = history.snitch;
  const { id } = await db.snitch.create({
    data: { ...columns, name, tags, notes, token, caseId, createdAt },
    select: { id: true },
  });
  const rows = buildCheckIns(id, events);
  const outputs = await Promise.all(runs.map((run) => buildOutput(id, run)));
  await transaction(async (sql) => {
    for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
      await insertCheckIns(sql, rows.slice(from, from + ROWS_PER_INSERT), false);
    await saveRuns(
      sql,
      runs.map(({ run }) => ({ snitchId: id, run })),
    );
    await insertOutputs(sql, outputs);
    const [snitch] = await lockRows(sql, "s.id = $1", [id]);
    if (snitch) await evaluateTransitions(sql, [{ snitch, alerts: history.alerts }]);
    await markSent(sql, id);
  });
  return id;
}

async function buildOutput(snitchId: string, { run, output }: SimulatedRun): Promise<NewOutput> {
  const bytes = Buffer.from(output);
  const compressed = await compressOutput({ head: bytes, tail: bytes, bytes: bytes.length });
  if (!compressed || !run.outputId) throw new Error(`The run ${run.id} printed nothing.`);
  return { ...compressed, id: run.outputId, runId: run.id, snitchId, at: run.endedAt ?? run.at };
}

/** The machines that the runs name. */
const addMachines = (caseId: string) =>
  pool.query(
    `INSERT INTO machines (case_id, host, first_seen_at, last_seen_at, version)
     SELECT $1, r.host, min(r.at), max(coalesce(r.ended_at, r.at)), $2 FROM runs r JOIN snitches s ON s.id = r.snitch_id
     WHERE s.case_id = $1 AND r.host <> '' GROUP BY r.host`,
    [caseId, VERSION],
  );

/** Gives incidents the ids of the times at which they opened: lists are ordered by id, and they were added snitch by snitch. */
const orderIncidents = (caseId: string) =>
  pool.query(
    `UPDATE incidents SET id = encode(
       overlay(uuid_send(id) PLACING substring(int8send(floor(extract(epoch FROM opened_at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
       'hex')::uuid
     WHERE case_id = $1`,
    [caseId],
  );

/** Its machine was offline when it ran. */
const OFFLINE = "Nightly database backup";

/** Someone takes care of the missing one. */
const ACKNOWLEDGED = "Offsite copy of backups";

/** The first member of the case acknowledges the open incident of this snitch, without notifying anyone. */
const acknowledge = (caseId: string, name: string, now: Date) =>
  pool.query(
    `WITH acknowledged AS (
       UPDATE incidents i SET acknowledged_at = i.opened_at + ($3 - i.opened_at) / 3, acknowledged_by = u.email
       FROM snitches s, (
         SELECT u.id, u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = $1 ORDER BY u.created_at LIMIT 1) u
       WHERE s.id = i.snitch_id AND s.case_id = $1 AND s.name = $2 AND i.closed_at IS NULL
       RETURNING i.acknowledged_at, u.id, u.email, s.token)
     INSERT INTO audit_events (id, case_id, at, actor_kind, actor_id, actor_name, action, resource_id, resource_name)
     SELECT new_id(), $1, acknowledged_at, 'user', id, email, 'snitch.acknowledged', token, $2 FROM acknowledged`,
    [caseId, name, now],
  );

const MAINTENANCE = [
  { name: "Weekly restart of db1", tags: ["backups", "reports"], schedule: "0 2 * * 0", duration: 7_200 },
  {
    name: "New card processor",
    note: "Ask the billing team before you extend it.",
    tags: ["billing"],
    inDays: 2,
  },
];

/** Maintenance that recurs, and some that is planned. */
async function planMaintenance(caseId: string, now: Date): Promise<void> {
  for (const { inDays, ...input } of MAINTENANCE) {
    const startsAt = inDays && new Date(Math.floor(now.getTime() / DAY_MS + inDays) * DAY_MS + 21 * HOUR_MS);
    const once = startsAt && {
      starts_at: startsAt.toISOString(),
      ends_at: new Date(startsAt.getTime() + 90 * MINUTE_MS).toISOString(),
    };
    await addMaintenance(caseId, newMaintenance.parse({ ...input, ...once }), OPERATOR);
  }
}

/** Has alerts raised, and their emails and deliveries sent, when they were due, in the transaction that adds them, so that no worker finds them pending. */
const markSent = (sql: Sql, snitchId: string) =>
  sql(
    `WITH alerted AS (UPDATE alerts SET created_at = at + interval '1 minute' WHERE snitch_id = $1 RETURNING id, at + interval '61 seconds' AS sent_at),
       emailed AS (
         UPDATE emails e SET sent_at = alerted.sent_at, created_at = alerted.sent_at, attempts = 1, held_for = NULL
         FROM alerted WHERE e.alert_id = alerted.id RETURNING e.id, e.sent_at AS at),
       posted AS (
         UPDATE deliveries d SET accepted_at = alerted.sent_at, created_at = alerted.sent_at, attempts = 1
         FROM alerted WHERE d.alert_id = alerted.id RETURNING d.id, d.accepted_at AS at)
     INSERT INTO attempts (id, at, outcome, status, latency_ms, email_id, delivery_id)
     SELECT new_id(), at, 'accepted', NULL, 180 + random() * 90, id, NULL FROM emailed
     UNION ALL SELECT new_id(), at, 'accepted', 200, 90 + random() * 200, NULL, id FROM posted`,
    [snitchId],
  );

/** The minutely job has an outage of 7 minutes once in this many minutes. */
const OUTAGE_EVERY_MINUTES = 40_009;
const OUTAGE_MINUTES = 7;

/** Two years of minutely check-ins, which Postgres generates. The alerts of the outages come from the rules. */
async function addMinutelySnitch(caseId: string, since: Date, now: Date): Promise<void> {
  const checkIn = (minute: number): SnitchEvent => {
    const at = new Date((Math.ceil(since.getTime() / MINUTE_MS) + minute) * MINUTE_MS + 2_000);
    return { kind: "checked_in", at, exitStatus: "0", message: "" };
  };
  const minutes = Math.floor((now.getTime() - since.getTime()) / MINUTE_MS) - 1;
  const alerts = [];
  for (let n = OUTAGE_EVERY_MINUTES; n + OUTAGE_MINUTES < minutes; n += OUTAGE_EVERY_MINUTES) {
    const recovery = checkIn(n + OUTAGE_MINUTES);
    const outage = simulate(newSnitchState("1_minute"), [checkIn(n - 1), recovery], recovery.at);
    // Without the first alert, which is about the first check-in of all.
    alerts.push(...outage.alerts.slice(1));
  }
  const history = simulate(newSnitchState("1_minute"), [checkIn(minutes)], now);
  const job = { name: "Job queue heartbeat", tags: ["workers", "critical"] };
  const id = await addSnitch(caseId, job, { ...history, alerts }, { events: [], runs: [], createdAt: since });
  await pool.query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status, method, address, user_agent)
     SELECT new_id(), $1, $2::timestamptz + n * interval '1 minute' + random() * interval '9 seconds', '0', 'POST',
       '203.0.113.9', 'python-requests/2.32'
     FROM generate_series(0, $3::int) n WHERE n < $4 OR n % $4 >= $5`,
    [id, checkIn(0).at, minutes, OUTAGE_EVERY_MINUTES, OUTAGE_MINUTES],
  );
}
