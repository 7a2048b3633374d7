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

/** The entries of a timeline in rows: plain ones of a kind that follow each other are one row. `alone`: the id of one that keeps its row. */
export function foldEntries(entries: Entry[], alone?: string): Entry[][] {
  const rows: Entry[][] = [];
  let before: string | null = null;
  for (const entry of entries) {
    const kind = isPlain(entry) && entry.id !== alone ? entry.kind : null;
    if (kind && kind === before) rows.at(-1)?.push(entry);
    else rows.push([entry]);
    before = kind;
  }
  return rows.flatMap((row) => (row.length < MIN_FOLDED ? row.map((entry) => [entry]) : [row]));
}
