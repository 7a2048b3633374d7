import { query } from "@/lib/platform/db";
import { inOrder } from "./in-order";

/** A table whose rows belong to snitches. `time`: its column by which they are in order. */
type Source = { table: "alerts" | "incidents" | "runs"; time: string; condition?: string };

/** SQL: the rows of a source, as `alias`, of the snitches `$1` that are after `$2` and `$4` and before `$3`, at most `$5` of each. */
const ofEach = ({ table, time, condition = "true" }: Source, alias: string) =>
  `unnest($1::uuid[]) AS each_snitch (snitch_id) CROSS JOIN LATERAL (
     SELECT * FROM ${table} t WHERE t.snitch_id = each_snitch.snitch_id AND ${condition} AND t.${time} >= $2 AND t.${time} < $3
       AND (t.${time}, t.id) > ($2, $4::uuid) ORDER BY t.${time}, t.id LIMIT $5) ${alias}`;

/** The rows of a source in order of time, page by page: `SELECT select FROM source AS alias joins`. */
export const rowsInOrder = <Row extends { at: Date; id: string }>(
  source: Source,
  { alias, select, joins = "" }: { alias: string; select: string; joins?: string },
  snitchIds: string[],
  range: { from: Date; to: Date },
  limit: number,
): AsyncGenerator<Row[]> =>
  inOrder(
    (after, before) =>
      query<Row>(
        `SELECT ${select} FROM ${ofEach(source, alias)} ${joins} ORDER BY ${alias}.${source.time}, ${alias}.id LIMIT $5`,
        [snitchIds, after.at, before, after.id, limit],
      ),
    range,
    limit,
  );
