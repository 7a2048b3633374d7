import { type Column, insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { CompressedOutput } from "@/lib/rules/reports/check-in";

/** The row of what a run printed. */
export type NewOutput = CompressedOutput & { id: string; runId: string; snitchId: string; at: Date };

const COLUMNS: Column<NewOutput>[] = [
  ["id", "uuid", ({ id }) => id],
  ["run_id", "uuid", ({ runId }) => runId],
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["at", "time", ({ at }) => at],
  ["bytes", "int", ({ bytes }) => bytes],
  ["kept_bytes", "int", ({ keptBytes }) => keptBytes],
  ["data", "base64", ({ data }) => data],
];

/** Inserts outputs. Those that exist already are left as they are. */
export async function insertOutputs(sql: Sql, rows: NewOutput[]): Promise<void> {
  await insertMany(sql, "outputs", COLUMNS, rows, "ON CONFLICT DO NOTHING");
}
