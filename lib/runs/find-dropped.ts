import { listLiteral, rowsFrom } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { Run } from "@/lib/rules/runs/run";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { findRuns, KEYS, RUN_COLUMNS, type RunKey } from "./store";

const ALIVE = "coalesce(r.alive_at, r.at)";
const EXCEEDED = `r.limit_at + interval '${DEADLINE_ALLOWANCE_MS} ms'`;

// A signal that arrives late finds what came after it in the history only. In order of time, `isReplacedBy` and the rules of pauses
// say the same.
const DROPPED = `
  SELECT r.snitch_id AS "snitchId", ${RUN_COLUMNS} FROM ${rowsFrom(KEYS)}
  JOIN runs r ON r.snitch_id = n.snitch_id AND r.at = to_timestamp(n.at) AND r.id = n.id
  WHERE EXISTS (SELECT FROM pauses p WHERE p.snitch_id = r.snitch_id AND p.ends_at >= ${ALIVE} AND p.starts_at < ${EXCEEDED}
      AND (p.starts_at >= ${ALIVE} OR p.ends_at >= r.limit_at))
    OR EXISTS (SELECT FROM runs later WHERE later.snitch_id = r.snitch_id AND later.at > ${ALIVE} AND later.started_at > ${ALIVE}
      AND later.started_at < ${EXCEEDED} AND later.rid IS DISTINCT FROM r.rid
      AND (r.exclusive AND later.exclusive OR r.host <> '' AND later.host = r.host AND later.env = r.env))
    OR r.exclusive AND EXISTS (SELECT FROM check_ins WHERE snitch_id = r.snitch_id AND at > ${ALIVE} AND at < ${EXCEEDED}
      AND accepted AND kind IN ('finish', 'violation') AND method <> '' AND (run_id IS NULL OR exit_status NOT IN ('', '0')
        OR EXISTS (SELECT FROM runs own WHERE own.snitch_id = r.snitch_id AND own.id = run_id AND own.rid IS NULL)))`;

/**
 * The runs past their limits that no one waits for, because of a pause or a later run, by
 * the id of their snitch.
 */
export const findDroppedRuns = (sql: Sql, runs: RunKey[]): Promise<Map<string, Run[]>> =>
  findRuns(
    sql,
    DROPPED,
    KEYS.map(([, type, value]) => listLiteral(type, runs.map(value))),
  );
