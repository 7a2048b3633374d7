import type { Entry } from "./timeline-entries";

/** Fewer than this are not worth a line that opens. */
const MIN_FOLDED = 3;

/** What a healthy check-in or a run that succeeded says, if it was on time; undefined of all else. */
function plainText(entry: Entry): string | undefined {
  if ((entry.kind !== "check_in" && entry.kind !== "run") || entry.lateMs !== undefined) return undefined;
  if (entry.kind === "run") {
    const { run, message, receivedAt } = entry;
    return run.outcome === "succeeded" && receivedAt === undefined ? `run ${message}` : undefined;
  }
  const { accepted, isHealthy, signal, message, exitStatus, lateAt } = entry;
  const isPlain = accepted && isHealthy && signal === "finish" && lateAt === undefined;
  return isPlain ? `check-in ${exitStatus} ${message}` : undefined;
}

const areEqual = (one: Entry, other: Entry): boolean =>
  plainText(one) !== undefined && plainText(one) === plainText(other);

/** Whether an alert is about this check-in, which came when it happened. */
const matchesAlert = (alert: Entry, entry: Entry): boolean =>
  alert.kind === "alert" &&
  entry.kind === "check_in" &&
  entry.at.getTime() === alert.at.getTime() &&
  entry.accepted &&
  (entry.signal === "finish" || entry.signal === "violation") &&
  entry.lateAt === undefined;

/**
 * The entries of a timeline in rows: equal ones that follow each other are one row of three or more, and an alert has its
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
      (matchesAlert(first, entry) ? row?.length === 1 : areEqual(first, entry));
    if (isOfRow) row?.push(entry);
    else rows.push([entry]);
  }
  return rows.flatMap((row) =>
    row.length < MIN_FOLDED && row[0]?.kind !== "alert" ? row.map((entry) => [entry]) : [row],
  );
}
