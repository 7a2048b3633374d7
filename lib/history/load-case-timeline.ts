import { listMaintenanceWindows } from "@/lib/maintenance/covering";
import { query } from "@/lib/platform/db";
import type { TimelineAxis } from "@/lib/rules/history/case-timeline/axis";
import { listDue, usualLength } from "@/lib/rules/history/case-timeline/due";
import { type Happenings, withMaintenance } from "@/lib/rules/history/case-timeline/happenings";
import type { ListedSnitch } from "@/lib/snitches/list";
import { isDense, listCaseTimeline } from "./list-case-timeline";

export type TimelineRow = {
  snitch: ListedSnitch;
  happenings: Happenings;
  /** Whether it has more runs than were counted. */
  isDense: boolean;
};

/** What happened to each of these snitches of a case on this axis, and what is due, in their order. Two statements. */
export async function loadCaseTimeline(
  caseId: string,
  snitches: ListedSnitch[],
  axis: TimelineAxis,
): Promise<TimelineRow[]> {
  const covered = snitches.map(({ id }) => ({ id, caseId }));
  const [happened, windows] = await Promise.all([
    listCaseTimeline(snitches, axis),
    listMaintenanceWindows(query, covered, new Date(axis.fromMs), new Date(axis.toMs)),
  ]);
  return snitches.map((snitch) => {
    const past = withMaintenance(happened.get(snitch.id) ?? {}, windows.get(snitch.id) ?? [], axis);
    const dense = isDense(snitch, axis);
    const due = listDue(snitch, dense ? 0 : usualLength(past.ran ?? []), axis);
    return { snitch, happenings: due.length > 0 ? { ...past, due } : past, isDense: dense };
  });
}
