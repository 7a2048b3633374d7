import type { Entry } from "./timeline-entries";

/** Fewer than this are not worth a line that opens. */
const MIN_FOLDED = 3;

/** Whether nothing can be said of it but that it came: a healthy check-in, or a run that succeeded, on time and without a word. */
function isPlain(entry: Entry): boolean {
  if (entry.kind === "check_in") {
    const { accepted, isHealthy, signal, message, exitStatus, lateAt, lateMs } = entry;
    const isQuiet = message === "" && exitStatus === "" && lateAt === undefined && lateMs === undefined;
    return accepted && isHealthy && signal === "finish" && isQuiet;
  }
  if (entry.kind !== "run") return false;
  const { run, message, receivedAt, lateMs } = entry;
  return run.outcome === "succeeded" && message === "" && receivedAt === undefined && lateMs === undefined;
}

/** Whether an alert is about this check-in, of which nothing else is to be said than what it reported. */
const matchesAlert = (alert: Entry, entry: Entry): boolean =>
  alert.kind === "alert" &&
  entry.kind === "check_in" &&
  entry.at.getTime() === alert.at.getTime() &&
  entry.accepted &&
  (entry.signal === "finish" || entry.signal === "violation") &&
  entry.lateAt === undefined &&
  entry.lateMs === undefined;

/**
 * The entries of a timeline in rows: plain ones of a kind that follow each other are one row of three or more, and an alert has its
 * check-in, if that came at the same moment, as the second of its row. `alone`: the id of one that keeps its row.
 */
export function foldEntries(entries: Entry[], alone?: string): Entry[][] {
  const rows: Entry[][] = [];
  for (const entry of entries) {
    const row = rows.at(-1);
    const first = row?.[0];
    const isOfRow =
      first !== undefined &&
      ![entry.id, first.id].includes(alone ?? "") &&
      (matchesAlert(first, entry)
        ? row?.length === 1
        : isPlain(first) && isPlain(entry) && entry.kind === first.kind);
    if (isOfRow) row?.push(entry);
    else rows.push([entry]);
  }
  return rows.flatMap((row) =>
    row.length < MIN_FOLDED && row[0]?.kind !== "alert" ? row.map((entry) => [entry]) : [row],
  );
}
