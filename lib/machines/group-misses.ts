import type { Sql } from "@/lib/platform/db";
import { toSite } from "@/lib/platform/network";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS } from "@/lib/rules/durations";
import { isMachineName } from "@/lib/rules/machines/name";
import {
  COUNTED_REPORTS,
  findUnreachableMachine,
  lastHeardAt,
  type MachineJob,
  missedSince,
  reportsFrom,
} from "@/lib/rules/machines/unreachable";
import { IS_REPORT } from "@/lib/snitches/reports";
import { JOINED_RUNS } from "./list";

type Machine = { caseId: string; host: string };

/** SQL: when the machine of run `r` was last seen in it. */
export const SEEN_AT = "greatest(r.at, r.alive_at, r.last_finish_at, r.ended_at)";

/**
 * Attaches the incidents of misses to the silence of their machine, which begins if the machine is not reporting now: of snitches that this
 * transaction has locked and saved with their incidents, and before anyone is notified. One transaction at a time decides about a
 * machine.
 */
export async function groupMisses(sql: Sql, snitchIds: string[], now: Date): Promise<void> {
  if (snitchIds.length === 0) return;
  const machines = await lockMachines(sql, snitchIds);
  if (machines.length === 0) return;
  const jobs = await findJobs(sql, machines);
  const open = new Map((await findOpen(sql, machines)).map((incident) => [keyOf(incident), incident]));
  for (const machine of machines) {
    const ofMachine = jobs.filter(({ caseId, host }) => caseId === machine.caseId && host === machine.host);
    await groupMachine(sql, machine, open.get(keyOf(machine)) ?? null, ofMachine, now);
  }
}

const keyOf = ({ caseId, host }: Machine) => `${caseId} ${host}`;

/** “MACH”: the first half of the ids of the advisory locks. */
const LOCK_CLASS = 0x4d414348;

async function lockMachines(sql: Sql, snitchIds: string[]): Promise<Machine[]> {
  const rows = await sql<Machine>(
    `SELECT DISTINCT s.case_id AS "caseId", r.host FROM ${JOINED_RUNS} JOIN cases c ON c.id = s.case_id AND c.group_by_machine
     WHERE s.id = ANY($1::uuid[]) AND r.host <> ''`,
    [snitchIds],
  );
  const machines = rows.filter(({ host }) => isMachineName(host));
  const keys = machines.map(keyOf);
  if (keys.length > 0)
    await sql(
      `SELECT pg_advisory_xact_lock($1, id) FROM (
         SELECT DISTINCT hashtext(key) AS id FROM unnest($2::text[]) AS keys (key) ORDER BY 1) AS locks`,
      [LOCK_CLASS, keys],
    );
  return machines;
}

const findJobs = (sql: Sql, machines: Machine[]) =>
  sql<Machine & Omit<MachineJob, "isReliable">>(
    `SELECT s.id, s.case_id AS "caseId", r.host, ${SEEN_AT} AS "seenAt",
       CASE WHEN s.status = 'failed' THEN s.missing_since END AS "missedAt", greatest(s.checked_in_at, s.errored_at) AS "reportedAt"
     FROM ${JOINED_RUNS} WHERE s.case_id = ANY($1::uuid[]) AND r.host = ANY($2::text[])`,
    [machines.map(({ caseId }) => caseId), machines.map(({ host }) => host)],
  );

async function groupMachine(
  sql: Sql,
  machine: Machine,
  open: OpenMachineIncident | null,
  found: Omit<MachineJob, "isReliable">[],
  now: Date,
): Promise<void> {
  const seenAt = lastHeardAt(found);
  if (!seenAt) return;
  if (open) {
    // It has reported since: the sweep is about to end the incident.
    if (seenAt > open.lastHeardAt) return;
    const jobs = found.map((job) => ({ ...job, isReliable: false }));
    return attach(sql, open.id, missedSince(jobs, open.lastHeardAt));
  }
  // On most machines one job misses: then neither its reports nor those of others are read.
  const atBest = findUnreachableMachine(
    found.map((job) => ({ ...job, isReliable: true })),
    now,
  );
  if (!atBest) return;
  const reliable = await findReliable(sql, machine.host, atBest.missed, now);
  const jobs = found.map((job) => ({ ...job, isReliable: reliable.has(job.id) }));
  const incident = findUnreachableMachine(jobs, await findOthers(sql, machine, seenAt, atBest.missed));
  if (!incident) return;
  const id = newId();
  await sql(
    `INSERT INTO machine_incidents (id, case_id, host, severity, last_heard_at, opened_at) VALUES ($1, $2, $3, 'info', $4, $5)`,
    [id, machine.caseId, machine.host, incident.lastHeardAt, now],
  );
  await attach(sql, id, incident.missed);
}

type OpenMachineIncident = Machine & { id: string; lastHeardAt: Date };

const findOpen = (sql: Sql, machines: Machine[]) =>
  sql<OpenMachineIncident>(
    `SELECT id, case_id AS "caseId", host, last_heard_at AS "lastHeardAt" FROM machine_incidents
     WHERE case_id = ANY($1::uuid[]) AND host = ANY($2::text[]) AND closed_at IS NULL ORDER BY id FOR UPDATE`,
    [machines.map(({ caseId }) => caseId), machines.map(({ host }) => host)],
  );

/** Skips incidents that another transaction has locked: waiting would deadlock. The machine's next miss attaches them. */
async function attach(sql: Sql, id: string, missed: MachineJob[]): Promise<void> {
  await sql(
    `WITH silence AS (SELECT * FROM machine_incidents WHERE id = $1),
     attached AS (
       UPDATE incidents i SET machine_incident_id = $1,
         acknowledged_at = coalesce(i.acknowledged_at, silence.acknowledged_at),
         acknowledged_by = CASE WHEN i.acknowledged_at IS NULL THEN silence.acknowledged_by ELSE i.acknowledged_by END,
         acknowledged_via = CASE WHEN i.acknowledged_at IS NULL THEN silence.acknowledged_via ELSE i.acknowledged_via END
       FROM silence WHERE i.id IN (
         SELECT id FROM incidents WHERE snitch_id = ANY($2::uuid[]) AND closed_at IS NULL AND machine_incident_id IS DISTINCT FROM $1
         ORDER BY id FOR UPDATE SKIP LOCKED)
       RETURNING i.severity)
     UPDATE machine_incidents SET severity = greatest(severity, (SELECT max(severity) FROM attached)) WHERE id = $1`,
    [id, missed.map((job) => job.id)],
  );
}

/** How far back reports show whether a job is reliable. */
const MAX_AGE_MS = 90 * DAY_MS;

/** The jobs whose latest reports all came from the machine. */
async function findReliable(sql: Sql, host: string, jobs: { id: string }[], now: Date): Promise<Set<string>> {
  const rows = await sql<{ id: string; hosts: string[] }>(
    `SELECT n.id, latest.hosts FROM unnest($1::uuid[]) AS n (id) CROSS JOIN LATERAL (
       SELECT array_agg(host) AS hosts, min(at) AS since FROM (
         SELECT host, at FROM runs r WHERE r.snitch_id = n.id AND r.at > $2 ORDER BY r.at DESC LIMIT ${COUNTED_REPORTS}) AS runs) AS latest
     WHERE latest.since IS NOT NULL AND NOT EXISTS (SELECT FROM check_ins c
       WHERE c.snitch_id = n.id AND c.at >= latest.since AND c.run_id IS NULL AND ${IS_REPORT})`,
    [jobs.map(({ id }) => id), new Date(now.getTime() - MAX_AGE_MS)],
  );
  return new Set(rows.flatMap(({ id, hosts }) => (reportsFrom(host, hosts) ? id : [])));
}

/** How many reports without a machine are looked at for another network. */
const MAX_LOOKED_AT = 20;

const LATEST_ADDRESS = `SELECT address FROM check_ins c WHERE c.snitch_id = s.id AND c.accepted ORDER BY at DESC, c.id DESC LIMIT 1`;

/** A time at which another machine of the case, or a job in another network, reported after this one was last seen; null if none did. */
async function findOthers(
  sql: Sql,
  { caseId, host }: Machine,
  seenAt: Date,
  missed: { id: string }[],
): Promise<Date | null> {
  const [other] = await sql<{ at: Date }>(
    `SELECT r.at FROM ${JOINED_RUNS}
     WHERE s.case_id = $1 AND s.last_run_at > $3 AND r.host NOT IN ('', $2) LIMIT 1`,
    [caseId, host, seenAt],
  );
  if (other) return other.at;
  const own = await sql<{ address: string }>(
    `SELECT (${LATEST_ADDRESS}) AS address FROM snitches s WHERE s.id = ANY($1::uuid[])`,
    [missed.slice(0, MAX_LOOKED_AT).map(({ id }) => id)],
  );
  const networks = new Set(own.map(({ address }) => toSite(address ?? "")));
  const others = await sql<{ at: Date; address: string }>(
    `SELECT s.checked_in_at AS at, (${LATEST_ADDRESS}) AS address FROM snitches s
     WHERE s.case_id = $1 AND s.last_run_id IS NULL AND s.checked_in_at > $2 ORDER BY s.checked_in_at DESC LIMIT ${MAX_LOOKED_AT}`,
    [caseId, seenAt],
  );
  return others.find(({ address }) => !networks.has(toSite(address ?? "")))?.at ?? null;
}
