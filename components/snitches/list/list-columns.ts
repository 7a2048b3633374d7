/** The columns of the list that a person can turn on: how long the last run took, and how long 95 of 100 runs take at most. */
export const LIST_COLUMNS = ["duration", "p95"] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

export const COLUMN_LABELS: Record<ListColumn, string> = { duration: "Duration", p95: "p95" };
