import type { ListedWithHistory } from "@/components/snitches/list/list-row";
import type { Groups } from "@/components/snitches/list/snitch-list";
import { listHistory } from "@/lib/history/list-history";
import { findOpenIncidentRows } from "@/lib/incidents/list-rows";
import { findRecentDurations } from "@/lib/runs/durations";
import { findLastRuns } from "@/lib/runs/list";
import type { ListedSnitch } from "@/lib/snitches/list";
import type { View } from "./filters";
import { loadGroups } from "./load-groups";

const HISTORY_PERIODS = 14;

/** The rows of a page of the list, and their headings if it is by tag. */
export type LoadedRows = { rows: ListedWithHistory[]; groups: Groups | undefined };

/** What each row of the list shows of its snitch. */
export async function loadRows(
  caseId: string,
  view: View,
  snitches: ListedSnitch[],
  now: Date,
): Promise<LoadedRows> {
  const ids = snitches.map(({ id }) => id);
  const ofCase = snitches.map((snitch) => ({ caseId, ...snitch }));
  const [{ bars, maintenance }, lastRuns, incidents, durations, groups] = await Promise.all([
    listHistory(ofCase, HISTORY_PERIODS, now),
    findLastRuns(snitches),
    findOpenIncidentRows(caseId, ids),
    view.columns.length > 0 ? findRecentDurations(ids) : null,
    loadGroups(caseId, view, snitches),
  ]);
  const rows = snitches.map((snitch) => ({
    bars: bars.get(snitch.id) ?? [],
    lastRun: lastRuns.get(snitch.id),
    incident: incidents.get(snitch.id),
    maintenance: maintenance.get(snitch.id),
    durations: durations?.get(snitch.id),
    ...snitch,
  }));
  return { rows, groups };
}
