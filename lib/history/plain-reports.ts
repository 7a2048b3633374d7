import type { PlainReport } from "@/lib/rules/history/match-reports";
import { isExcusedError } from "@/lib/rules/maintenance/is-excused";
import type { Maintenance } from "@/lib/rules/maintenance/window";

/** How statements write a report: “1773100000000”, with an “e” behind it for an error. */
export const plainReport = (isError: string) =>
  `(date_part('epoch', at) * 1000)::bigint || CASE WHEN ${isError} THEN 'e' ELSE '' END`;

/** Reads the reports of a snitch in a list with commas. `covering`: its maintenance. */
export const parseReports = (list: string, covering: Maintenance[]): PlainReport[] =>
  list === "" ? [] : list.split(",").map((text) => parseReport(text, covering));

function parseReport(text: string, covering: Maintenance[]): PlainReport {
  const atMs = Number.parseInt(text, 10);
  const isError = text.endsWith("e");
  const isExcused = isError && covering.length > 0 && isExcusedError(new Date(atMs), covering);
  return { atMs, isError, isExcused };
}
