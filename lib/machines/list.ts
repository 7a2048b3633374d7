import { z } from "zod";
import { type KeyScope, scopeCondition, scopeParameters } from "@/lib/cases/key-scope";
import { query } from "@/lib/platform/db";
import type { Status } from "@/lib/rules/state/snitch-state";

/** A machine of a case, and the snitches whose latest run came from it. */
export type ListedMachine = {
  host: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  version: string;
  snitches: number;
  missing: number;
  /** When it last reported, if it doesn't report now. */
  silentSince: Date | null;
};

/** SQL: each snitch `s` with the machine of its latest run, `r.host`. */
export const JOINED_RUNS = `snitches s JOIN runs r
  ON r.snitch_id = s.id AND r.at = s.last_run_at AND r.id = s.last_run_id`;

/** The machines of a case, by name. For a narrowed key, those of the snitches that it reaches. */
export async function listMachines(caseId: string, scope: KeyScope = null): Promise<ListedMachine[]> {
  const jobs = `SELECT r.host, count(*)::int AS snitches, count(*) FILTER (WHERE s.status = 'failed')::int AS missing
    FROM ${JOINED_RUNS} WHERE s.case_id = $1 AND r.host <> '' AND ${scopeCondition(2, 3)} GROUP BY 1`;
  return query<ListedMachine>(
    `SELECT m.host, m.first_seen_at AS "firstSeenAt", m.last_seen_at AS "lastSeenAt", m.version,
       coalesce(j.snitches, 0) AS snitches, coalesce(j.missing, 0) AS missing,
       (SELECT last_heard_at FROM machine_incidents i WHERE i.case_id = m.case_id AND i.host = m.host AND i.closed_at IS NULL) AS "silentSince"
     FROM machines m LEFT JOIN (${jobs}) AS j ON j.host = m.host
     WHERE m.case_id = $1 AND ($2::text[] IS NULL OR j.host IS NOT NULL) ORDER BY m.host`,
    [caseId, ...scopeParameters(scope)],
  );
}

/** The host of the machine incident that an incident belongs to; null if it belongs to none. */
export async function findMachineOf(caseId: string, incidentId: string): Promise<string | null> {
  const [machine] = await query<{ host: string }>(
    `SELECT m.host FROM incidents i JOIN machine_incidents m ON m.id = i.machine_incident_id
     WHERE i.case_id = $1 AND i.id = $2`,
    [caseId, incidentId],
  );
  return machine?.host ?? null;
}

/** Whether jobs of a case have named a machine. */
export async function hasMachines(caseId: string): Promise<boolean> {
  const rows = await query("SELECT FROM machines WHERE case_id = $1 LIMIT 1", [caseId]);
  return rows.length > 0;
}

/** A snitch whose latest run came from a machine. */
export type MachineSnitch = { id: string; token: string; name: string; status: Status };

/** The snitches of a case whose latest run came from this machine, by name. */
export const listMachineSnitches = (
  caseId: string,
  host: string,
  scope: KeyScope = null,
): Promise<MachineSnitch[]> =>
  query<MachineSnitch>(
    `SELECT s.id, s.token, s.name, s.status::text AS status FROM ${JOINED_RUNS}
     WHERE s.case_id = $1 AND ${scopeCondition(2, 3)} AND r.host = $4 ORDER BY s.name, s.id`,
    [caseId, ...scopeParameters(scope), host],
  );

const time = z.iso.datetime({ precision: 3 });

/** The JSON of a machine in the API. */
export const presentedMachine = z.object({
  host: z.string().meta({ examples: ["db7"] }),
  first_seen_at: time.meta({ examples: ["2026-05-01T07:30:00.000Z"] }),
  last_seen_at: time.meta({
    description: "When it last reported, accurate to a minute.",
    examples: ["2026-05-28T03:12:00.000Z"],
  }),
  snitches: z.int().meta({ description: "How many snitches last ran there." }),
  missing: z.int().meta({ description: "How many of them are missing." }),
  version: z.string().meta({
    description: "The version of the `tattle` program on the machine; empty if its jobs report without it.",
    examples: ["0.3.0"],
  }),
  silent_since: time.nullable().meta({ description: "When it last reported, if it is not reporting now." }),
});

export const presentMachine = (machine: ListedMachine): z.output<typeof presentedMachine> => ({
  host: machine.host,
  first_seen_at: machine.firstSeenAt.toISOString(),
  last_seen_at: machine.lastSeenAt.toISOString(),
  snitches: machine.snitches,
  missing: machine.missing,
  version: machine.version,
  silent_since: machine.silentSince?.toISOString() ?? null,
});
