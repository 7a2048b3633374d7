import { changeSelectedAction } from "@/app/(dashboard)/[caseId]/actions";
import { acknowledgeFromListAction } from "@/app/(dashboard)/[caseId]/incidents/actions";
import {
  checkInFromListAction,
  pauseFromListAction,
  snoozeFromListAction,
  unpauseFromListAction,
} from "@/app/(dashboard)/[caseId]/snitches/[token]/actions";
import { SnitchList } from "@/components/snitches/list/snitch-list";
import { Selection } from "@/components/snitches/selection/selection";
import { env } from "@/lib/platform/env";
import type { TimeDisplay } from "@/lib/rules/time-display";
import { filterQuery, type View } from "./filters";
import type { LoadedRows } from "./load-rows";
import { columnSorts } from "./sorting";

type ListViewProps = {
  loading: Promise<LoadedRows>;
  caseId: string;
  view: View;
  /** How many match the filters. */
  found: number;
  defaultRecipients: string;
  /** The channels of the case, for bulk actions. */
  channels: { id: string; name: string }[];
  mayManage: boolean;
  display: TimeDisplay;
  now: Date;
};

/** A page of the list. */
export async function ListView(props: ListViewProps) {
  const { caseId, view, loading, found, defaultRecipients, channels, mayManage, display, now } = props;
  const { rows, groups } = await loading;
  return (
    <Selection
      action={changeSelectedAction.bind(null, caseId)}
      query={filterQuery(view)}
      found={found}
      defaultRecipients={defaultRecipients}
      channels={channels}
    >
      <SnitchList
        snitches={rows}
        sorts={columnSorts(caseId, view)}
        groups={groups}
        display={display}
        setting={{
          caseId,
          checkInUrl: env.CHECK_IN_URL,
          now,
          mayManage,
          columns: view.columns,
          verbs: {
            acknowledge: acknowledgeFromListAction.bind(null, caseId),
            checkIn: checkInFromListAction.bind(null, caseId),
            snooze: snoozeFromListAction.bind(null, caseId),
            pause: pauseFromListAction.bind(null, caseId),
            unpause: unpauseFromListAction.bind(null, caseId),
          },
        }}
      />
    </Selection>
  );
}
