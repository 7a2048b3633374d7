import { remember } from "@epic-web/remember";
import { query } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { isMachineName, versionOfProgram } from "@/lib/rules/machines/name";

/** A report from a machine. `token`: as that of its check-in. */
export type MachineReport = { token: string; host: string; at: Date; userAgent: string };

const SAVE_AFTER_MS = 5 * SECOND_MS;

/** How many machines a process remembers. More are saved again each time. */
const MAX_NOTED = 10_000;

/** At most this many machines a case; the one that has not reported for longest is dropped first. */
export const MAX_MACHINES = 1_000;

export const DROPPED_AFTER_MS = 30 * DAY_MS;

/** What this process has seen and not saved yet, by token and host, and when each was last taken. */
const notes = () =>
  remember("tattle.machines", () => ({
    waiting: new Map<string, MachineReport>(),
    takenAt: new Map<string, number>(),
    timer: undefined as NodeJS.Timeout | undefined,
  }));

/**
 * Notes, in memory, that a machine reported; soon after, all that were noted are saved with one statement, each machine once a minute.
 * The check-in does not wait, and what is lost with the process is only shown later.
 */
export function noteMachine(report: MachineReport): void {
  if (!isMachineName(report.host)) return;
  const { waiting, takenAt, ...state } = notes();
  const key = `${report.token} ${report.host}`;
  if (report.at.getTime() - (takenAt.get(key) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
  if (takenAt.size >= MAX_NOTED) takenAt.clear();
  takenAt.set(key, report.at.getTime());
  if (waiting.size < MAX_NOTED) waiting.set(key, report);
  if (state.timer) return;
  notes().timer = setTimeout(() => {
    const reports = [...notes().waiting.values()];
    notes().waiting.clear();
    notes().timer = undefined;
    saveMachines(reports).catch((err) => log.warn({ err }, "the machines of reports could not be saved"));
  }, SAVE_AFTER_MS).unref();
}

/** Saves which machines reported. For machines that were seen within a minute, nothing is written. */
export async function saveMachines(reports: MachineReport[]): Promise<void> {
  if (reports.length === 0) return;
  const added = await query<{ caseId: string }>(
    `WITH seen AS (
       SELECT s.case_id, n.host, max(n.at) AS at, (array_agg(n.version ORDER BY n.version <> '' DESC, n.at DESC))[1] AS version
       FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) AS n (key, host, at, version)
       JOIN snitches s ON s.check_in_key = n.key GROUP BY 1, 2 ORDER BY 1, 2),
     saved AS (
       INSERT INTO machines AS m (case_id, host, first_seen_at, last_seen_at, version)
       SELECT case_id, host, at, at, version FROM seen
       ON CONFLICT (case_id, host) DO UPDATE SET last_seen_at = greatest(m.last_seen_at, excluded.last_seen_at),
         version = CASE WHEN excluded.version = '' THEN m.version ELSE excluded.version END
       WHERE m.last_seen_at <= excluded.last_seen_at - interval '1 minute' OR excluded.version NOT IN ('', m.version)
       RETURNING case_id, xmax = 0 AS is_new)
     SELECT DISTINCT case_id AS "caseId" FROM saved WHERE is_new`,
    [
      reports.map(({ token }) => token),
      reports.map(({ host }) => host),
      reports.map(({ at }) => at),
      reports.map(({ userAgent }) => versionOfProgram(userAgent)),
    ],
  );
  if (added.length > 0) await forgetTooMany(added.map(({ caseId }) => caseId));
}

const forgetTooMany = (caseIds: string[]) =>
  query(
    `DELETE FROM machines m USING (
       SELECT case_id, host, row_number() OVER (PARTITION BY case_id ORDER BY last_seen_at DESC, host) AS place
       FROM machines WHERE case_id = ANY($1::uuid[])) AS known
     WHERE known.place > ${MAX_MACHINES} AND m.case_id = known.case_id AND m.host = known.host`,
    [caseIds],
  );

/** Forgets the machines that have not reported for 30 days. */
export const forgetUnreachableMachines = (now: Date) =>
  query("DELETE FROM machines WHERE last_seen_at <= $1", [new Date(now.getTime() - DROPPED_AFTER_MS)]);
