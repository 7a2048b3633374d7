import type { Settings } from "@/lib/rules/incidents/settings";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import type { PauseUntil } from "@/lib/rules/state/snitch-state";
import type { Decision, History } from "./history";

/** One thing that happened to a snitch. */
export type Happening = { at: Date } & (
  | { checkIn: CheckIn }
  | { event: SnitchEvent }
  | { settings: Settings }
  | { decision: Decision }
);

/** At the same instant, what people do comes first: a check-in may end a pause at its start. */
export function inOrder(history: History, changes: { at: Date; settings: Settings }[]): Happening[] {
  const happenings: Happening[] = [
    ...changes,
    ...history.pauses.flatMap(listEvents),
    ...history.decisions.map((decision) => ({ at: decision.at, decision })),
    ...history.checkIns.map((checkIn) => ({ at: checkIn.at, checkIn })),
  ];
  return happenings.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Until when a pause was to last may have been changed while it lasted. Only what ended it matters. */
function listEvents({ startsAt, endsAt, endedByReport }: History["pauses"][number]): Happening[] {
  const pausedAt = (at: Date, until: PauseUntil, endsAt: Date | null = null): Happening => ({
    at,
    event: { kind: "paused", at, until, endsAt, evenPending: true },
  });
  if (!endsAt) return [pausedAt(startsAt, "unpaused")];
  if (!endedByReport) return [pausedAt(startsAt, "time", endsAt)];
  return [pausedAt(startsAt, "unpaused"), pausedAt(endsAt, "healthy")];
}
