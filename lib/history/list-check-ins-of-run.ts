import { query } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { CheckInKind } from "@/lib/rules/reports/check-in";
import { lastSignalAt, type Run } from "@/lib/rules/runs/run";

/** A check-in of a run: its start, its finish, a keep-alive or a log. */
export type RunCheckIn = {
  id: string;
  at: Date;
  kind: CheckInKind;
  exitStatus: string;
  message: string;
  method: string;
  address: string;
  userAgent: string;
  /** When it came, if it had happened before. */
  receivedAt: Date | null;
};

/** A job can send a keep-alive every ten seconds for days. */
const MAX_LISTED = 100;

/** Logs may follow the finish. */
const LOGS_UNTIL_MS = MINUTE_MS;

/** The check-ins that made a run, the latest 100, oldest first. */
export async function listCheckInsOfRun(snitchId: string, run: Run): Promise<RunCheckIn[]> {
  const from = Math.min(run.at.getTime(), run.startedAt?.getTime() ?? run.at.getTime());
  const until = run.endedAt ? new Date(lastSignalAt(run).getTime() + LOGS_UNTIL_MS) : null;
  const rows = await query<RunCheckIn>(
    `SELECT id, at, kind::text AS kind, exit_status AS "exitStatus", message, method, address, user_agent AS "userAgent",
       received_at AS "receivedAt"
     FROM check_ins WHERE snitch_id = $1 AND run_id = $2 AND at >= $3 AND ($4::timestamptz IS NULL OR at <= $4)
     ORDER BY at DESC, id DESC LIMIT ${MAX_LISTED}`,
    [snitchId, run.id, new Date(from), until],
  );
  return rows.reverse();
}
