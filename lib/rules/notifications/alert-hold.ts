import { MINUTE_MS } from "@/lib/rules/durations";
import { missedTogether } from "@/lib/rules/machines/missed-together";
import { windowDueAt } from "@/lib/rules/schedule/windows";
import type { AlertDraft } from "@/lib/rules/state/alert-draft";
import { matchTick } from "@/lib/rules/state/match-tick";
import { usualArrival } from "@/lib/rules/state/smart-deadline";
import type { SnitchState } from "@/lib/rules/state/snitch-state";

/** A snitch whose deadline has just passed. */
export type DueSnitch = {
  snitch: SnitchState;
  /** The network that its latest check-in came from. */
  network: string;
  /** When the run that exceeded its limit should have finished; null if a deadline passed. */
  limitAt?: Date | null;
  /** In how many of the ten periods before the missed one it checked in. */
  keptPeriods: number;
};

/** Deadlines that passed within this time are looked at together. */
export const HOLD_WINDOW_MS = 5 * MINUTE_MS;

/** How long alerts are held at most. */
export const MAX_HOLD_MS = 15 * MINUTE_MS;

/** How many periods before the missed one are counted, and how many of them a reliable job kept. */
export const COUNTED_PERIODS = 10;
const RELIABLE_PERIODS = 9;

const MIN_SNITCHES = 5;
const MIN_NETWORKS = 2;

/**
 * The reliable snitches among those due whose jobs were all expected to report after the last check-in of any job. If they
 * are many and in several networks, the check-ins probably do not reach Tattle; otherwise the list is empty.
 */
export function suspiciouslyQuiet(due: DueSnitch[], lastArrivalAt: Date): DueSnitch[] {
  const expected = due.flatMap((one) => {
    const { snitch, limitAt, keptPeriods } = one;
    if (!snitch.deadline) return [];
    const expectedAt = limitAt ?? expectedFrom(snitch, snitch.deadline);
    return { ...one, expectedAt, isReliable: keptPeriods >= RELIABLE_PERIODS };
  });
  const overdue = missedTogether(expected, lastArrivalAt, MIN_SNITCHES);
  const networks = new Set(overdue.map(({ network }) => network));
  return networks.size >= MIN_NETWORKS ? overdue : [];
}

/** When the report that this deadline waits for was expected at the earliest. */
function expectedFrom(snitch: SnitchState, deadline: Date): Date {
  const { start, end } = windowDueAt(snitch, deadline);
  const usual = usualArrival(snitch, end.getTime() - start.getTime());
  return new Date(matchTick(snitch, start).getTime() + (usual?.earliestMs ?? 0));
}

/** Whether an alert belongs to the summary of one of these expired holds, instead of an email of its own. */
export function isInSummaryOfHold(
  { kind, at, silentSince }: Pick<AlertDraft, "kind" | "at" | "silentSince">,
  holds: { startsAt: Date; endsAt: Date | null }[],
): boolean {
  const missedAt = kind === "missing" ? (silentSince ?? at) : kind === "reporting" ? silentSince : null;
  if (!missedAt) return false;
  return holds.some(({ startsAt, endsAt }) => missedAt >= startsAt && (!endsAt || missedAt <= endsAt));
}
