import { readTimes, selected } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { NO_FACTS, type Run } from "@/lib/rules/runs/run";
import { listRunsBetween } from "@/lib/runs/list-between";

/** `kind` is null for a finish, which almost all of them are. */
type CheckInRow = Pick<CheckIn, "id" | "at" | "exitStatus" | "method"> & {
  kind: "violation" | "start" | "expected_start" | null;
  runId: string | null;
  receivedAt: Date | null;
};

/** The check-ins of a snitch in a range of time that changed it, oldest first. */
export async function listCheckIns(sql: Sql, snitchId: string, from: Date, until: Date): Promise<CheckIn[]> {
  const rows = await sql<CheckInRow>(
    `SELECT c.id, ${selected("c", "at", "at", "time")}, ${selected("c", "receivedAt", "received_at", "time")}, c.exit_status AS "exitStatus", c.method,
       nullif(c.kind::text, 'finish') AS kind, c.run_id AS "runId" FROM check_ins c
     WHERE c.snitch_id = $1 AND c.at BETWEEN $2 AND $3 AND c.accepted AND c.kind NOT IN ('log', 'ignored')
     ORDER BY c.at, c.id`,
    [snitchId, from, until],
  );
  const runs = await listRunsBetween(sql, snitchId, from, until);
  const byId = new Map(runs.map((run) => [run.id, run]));
  return rows.map((row) => {
    readTimes(row, ["at", "receivedAt"]);
    return toCheckIn(row, row.runId === null ? undefined : byId.get(row.runId));
  });
}

const NO_OUTPUT = { bytes: 0, keptBytes: 0, data: "" };

/** A check-in as it was received, as far as its row and that of its run show. */
function toCheckIn(
  { id, at, receivedAt, exitStatus, method, kind }: CheckInRow,
  run: Run | undefined,
): CheckIn {
  const checkIn: CheckIn = { id, at, exitStatus, method, token: "", message: "", address: "", userAgent: "" };
  if (receivedAt) checkIn.receivedAt = receivedAt;
  if (!run) return checkIn;
  const isStart = kind === "start" || kind === "expected_start";
  const facts = isStart
    ? { ...NO_FACTS, host: run.host, env: run.env }
    : { reportedMs: run.reportedMs, host: run.host, env: run.env, metrics: run.metrics };
  return {
    ...checkIn,
    signal: {
      ...facts,
      kind: isStart ? "start" : "finish",
      rid: run.rid,
      ...(run.exclusive && { exclusive: true }),
      isInPath: true,
    },
    // A finish without a start is a run only if it says more than that the job ran.
    ...(!isStart && run.startedAt === null && { output: NO_OUTPUT }),
  };
}
