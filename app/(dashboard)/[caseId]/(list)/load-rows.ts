import type { ListedWithHistory } from "@/components/snitches/list/list-row";
import type { Groups } from "@/components/snitches/list/snitch-list";
import { listHistory } from "@/lib/history/list-history";
import { findOpenIncidentRows } from "@/lib/incidents/list-rows";
import { formatNoGroup } from "@/lib/rules/grouping";
import { findRecentDurations } from "@/lib/runs/durations";
import { findLastRuns } from "@/lib/runs/list";
import { countGroups, type ListedSnitch } from "@/lib/snitches/list";
import { buildListUrl, type View } from "./filters";

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

/** The headings of a page of the list. Undefined if the list has no groups. */
async function loadGroups(caseId: string, view: View, snitches: ListedSnitch[]): Promise<Groups | undefined> {
  const { group } = view;
  if (!group) return undefined;
  const tags = [...new Set(snitches.flatMap(({ group }) => group ?? []))];
  const filterBy = (tag: string): Partial<View> =>
    group.by === "environment" ? { environment: tag } : { tags: [...new Set([...view.tags, tag])] };
  const hrefOfTag = (tag: string) =>
    group.by === "machine"
      ? `/${caseId}/machines/${tag}`
      : buildListUrl(caseId, { ...view, group: undefined, ...filterBy(tag) });
  return {
    counts: await countGroups(caseId, view, group, tags),
    noTag: formatNoGroup(group),
    hrefs: new Map(tags.map((tag) => [tag, hrefOfTag(tag)])),
  };
}
