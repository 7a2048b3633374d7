import type { Parent } from "@/lib/rules/incidents/hold";
import { isDown } from "@/lib/rules/state/status";
import type { History, PastParents } from "./history";
import { listStates, type PastState } from "./replay";

/** How snitches were that another one depends on: each is replayed with the settings that were in force. Pure. */
export function parentsFrom(histories: History[], range: { until: Date; sweeps?: Date[] }): PastParents {
  const parents = histories.map((history) => ({
    id: history.snitch.id,
    states: listStates(history, { ...range, settings: null }),
  }));
  return {
    parentsAt: (now) => parents.flatMap(({ id, states }) => parentAt(id, states, now)),
    recoveredAt: (parentId, after) => {
      const states = parents.find(({ id }) => id === parentId)?.states ?? [];
      return states.find(({ at, status }) => at > after && !isDown(status))?.at ?? null;
    },
  };
}

function parentAt(id: string, states: PastState[], now: Date): Parent[] {
  const state = states[countUntil(states, now) - 1];
  return state ? [{ id, isFailing: isDown(state.status), deadline: state.deadline }] : [];
}

/** How many of these states, oldest first, had begun at this instant. */
function countUntil(states: PastState[], now: Date): number {
  let [low, high] = [0, states.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((states[middle] as PastState).at <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}
