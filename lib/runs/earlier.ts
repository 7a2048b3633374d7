import { listLiteral } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { USUAL_RUNS } from "@/lib/rules/runs/usual";
import { findRuns, RUN_COLUMNS } from "./store";

/** More runs are not searched: a job that has failed more often in a row has no usual run. */
const SEARCHED = 1_000;

/** As `listUsualRuns`. Only a check that compares a run with earlier ones ends with these words. */
const SHOWS_USUAL = `(r.outcome = 'succeeded' OR r.failed_check ~* '(usual|runs)\\s*$'
  OR r.outcome = 'overran' AND r.failed_check IS NULL AND r.exit_status IN ('', '0'))`;

/** Finds the runs that show what was usual for these snitches before an instant. The result is by the id of the snitch. */
export const findEarlierRuns = (sql: Sql, keys: { snitchId: string; before: Date }[]) =>
  findRuns(
    sql,
    `SELECT n.snitch_id AS "snitchId", r.* FROM unnest($1::uuid[], $2::float8[]) AS n (snitch_id, before) CROSS JOIN LATERAL (
       SELECT ${RUN_COLUMNS} FROM (
         SELECT * FROM runs WHERE snitch_id = n.snitch_id AND at < to_timestamp(n.before) ORDER BY at DESC, id DESC LIMIT ${SEARCHED}) r
       WHERE r.ended_at < to_timestamp(n.before) AND ${SHOWS_USUAL} ORDER BY r.at DESC, r.id DESC LIMIT ${USUAL_RUNS}) r`,
    [
      listLiteral(
        "uuid",
        keys.map(({ snitchId }) => snitchId),
      ),
      listLiteral(
        "time",
        keys.map(({ before }) => before),
      ),
    ],
  );
