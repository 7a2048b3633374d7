import { Selection } from "@/components/snitches/selection";
import { SnitchList } from "@/components/snitches/snitch-list";
import { listChannelNames } from "@/lib/channels/list";
import { listHistory } from "@/lib/history/list-history";
import { findOpenIncidents } from "@/lib/incidents/list";
import { maintenanceAhead } from "@/lib/maintenance/ahead";
import { env } from "@/lib/platform/env";
import type { TimeDisplay } from "@/lib/rules/time-display";
import { findRecentDurations } from "@/lib/runs/durations";
import { findLastRuns } from "@/lib/runs/list";
import type { ListedSnitch } from "@/lib/snitches/list";
import { changeSelectedAction } from "./actions";
import { filterQuery, type View } from "./filters";
import { loadGroups } from "./load-groups";
import { pauseFromListAction, snoozeFromListAction, unpauseFromListAction } from "./snitches/[token]/actions";
import { columnSorts } from "./sorting";

const HISTORY_PERIODS = 14;

type ListViewProps = {
  caseId: string;
  view: View;
  /** Those of this page. */
  snitches: ListedSnitch[];
  /** How many match the filters. */
  found: number;
  defaultRecipients: string;
  mayManage: boolean;
  display: TimeDisplay;
  now: Date;
};

/** A page of the list, with what each row shows of its snitch. */
export async function ListView(props: ListViewProps) {
  const { caseId, view, snitches, found, defaultRecipients, mayManage, display, now } = props;
  const ids = snitches.map(({ id }) => id);
  const ofCase = snitches.map((snitch) => ({ ...snitch, caseId }));
  const [history, maintenance, lastRuns, incidents, durations, groups, channels] = await Promise.all([
    listHistory(ofCase, HISTORY_PERIODS, now),
    maintenanceAhead(ofCase, now),
    findLastRuns(snitches),
    findOpenIncidents(caseId, ids),
    view.columns.length > 0 ? findRecentDurations(ids) : null,
    loadGroups(caseId, view, snitches),
    mayManage ? listChannelNames(caseId) : [],
  ]);
  return (
    <Selection
      action={changeSelectedAction.bind(null, caseId)}
      query={filterQuery(view)}
      found={found}
      defaultRecipients={defaultRecipients}
      channels={channels}
    >
      <SnitchList
        snitches={snitches.map((snitch) => ({
          ...snitch,
          bars: history.get(snitch.id) ?? [],
          lastRun: lastRuns.get(snitch.id),
          incident: incidents.get(snitch.id),
          maintenance: maintenance.get(snitch.id),
          durations: durations?.get(snitch.id),
        }))}
        sorts={columnSorts(caseId, view)}
        groups={groups}
        display={display}
        setting={{
          caseId,
          checkInUrl: env.CHECK_IN_URL,
          now,
          mayManage,
          columns: view.columns,
          snooze: snoozeFromListAction.bind(null, caseId),
          pause: pauseFromListAction.bind(null, caseId),
          unpause: unpauseFromListAction.bind(null, caseId),
        }}
      />
    </Selection>
  );
}
