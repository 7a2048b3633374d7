/** The tables that have a partition for each month. */
export const PARTITIONED_TABLES = ["check_ins", "runs"] as const;

export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

/** The start of the month of `at`, or of one that many months later. */
export const startOfMonth = (at: Date, ahead = 0) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead));

/** The name of a table's partition for the month that begins then. Names sort by month. */
export const partitionName = (table: PartitionedTable, month: Date) =>
  `${table}_${month.toISOString().slice(0, 7).replace("-", "_")}`;

/** The month of a partition, as `2026-03`; null if the name is not one of a table's months. */
export function monthOfPartition(table: PartitionedTable, name: string): string | null {
  const [, year, month] = new RegExp(`^${table}_(\\d{4})_(\\d\\d)$`).exec(name) ?? [];
  return year && month ? `${year}-${month}` : null;
}
