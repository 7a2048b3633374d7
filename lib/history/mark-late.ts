import { lateUntil } from "@/lib/rules/history/match-reports";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type Window, windowAt } from "@/lib/rules/schedule/windows";
import { listWindowOutcomes } from "./list-history";
import type { Entry } from "./timeline-entries";

type Snitch = { id: string; caseId: string } & ScheduleTerms;

/** When the check-in of an entry came; null if it has none that counts. */
function findReportedAt(entry: Entry): Date | null {
  if (entry.kind === "check_in") return entry.accepted ? entry.at : null;
  return entry.kind === "run" ? entry.run.endedAt : null;
}

/** The entries of a snitch; those of check-ins that spared people the alert of the period before say for how long that was late. */
export async function markLate(snitch: Snitch, entries: Entry[], now: Date): Promise<Entry[]> {
  const windows = new Map<number, Window>();
  for (const entry of entries) {
    const at = findReportedAt(entry);
    const before = at && windowBefore(snitch, at);
    if (before && at.getTime() < lateUntil(before)) windows.set(before.start.getTime(), before);
  }
  if (windows.size === 0) return entries;
  const inOrder = [...windows.values()].sort((one, other) => one.start.getTime() - other.start.getTime());
  const { id, caseId } = snitch;
  const bars = (await listWindowOutcomes([{ id, caseId, windows: inOrder }], now)).get(id) ?? [];
  const late = new Map(bars.flatMap(({ end, lateMs }) => lateMs.map((ms) => [end.getTime() + ms, ms])));
  return entries.map((entry) => {
    const lateMs = late.get(findReportedAt(entry)?.getTime() ?? Number.NaN);
    return lateMs === undefined ? entry : { ...entry, lateMs };
  });
}

const windowBefore = (snitch: Snitch, at: Date): Window =>
  windowAt(snitch, new Date(windowAt(snitch, at).start.getTime() - 1));
