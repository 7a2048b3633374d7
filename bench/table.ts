import type { Compared } from "./history";

/** The figures as a table for people, one line each. */
export function table(compared: Compared[]): string {
  const rows = [["What", "Seen", "Goal", "", "To earlier runs"], ...compared.map(buildRow)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const buildRow = ({ measured: { what, detail, seen, goal, isMet }, worse, isRegression }: Compared) => [
  detail ? `${what} (${detail})` : what,
  seen,
  goal,
  isMet ? "ok" : "MISSED",
  worse === null ? "" : `${worse.toFixed(2)} ×${isRegression ? " WORSE" : ""}`,
];
