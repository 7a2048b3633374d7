import { evaluateTransitions, findKnown } from "@/lib/incidents/evaluate-transitions";
import type { NewRows } from "@/lib/outbox/wake-workers";
import { type Column, insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import type { AlertDraft } from "@/lib/rules/state/alert-draft";
import type { UnknownMiss } from "@/lib/rules/state/listening-gap";
import type { EndedPause, Transition } from "@/lib/rules/state/transition";
import { addComparisons } from "@/lib/runs/comparisons";
import { usualDurations } from "@/lib/runs/usual";
import { saveChangedRuns, saveSnitches } from "@/lib/snitches/save";
import type { LockedSnitch } from "@/lib/snitches/store";

/** A transition of a locked snitch. `snitch` is its whole row in the new state. */
export type SnitchTransition = {
  snitch: LockedSnitch;
  alerts: AlertDraft[];
  pauses: EndedPause[];
  unknownMisses: UnknownMiss[];
};

/** A snitch to which nothing has happened yet. */
export const untouched = (snitch: LockedSnitch): SnitchTransition => ({
  snitch,
  alerts: [],
  pauses: [],
  unknownMisses: [],
});

/** Completes a transition with the columns of the row that the rules do not know. */
export const withRow = (before: LockedSnitch, { snitch, ...rest }: Transition): SnitchTransition => ({
  snitch: { ...before, ...snitch },
  ...rest,
});

/**
 * Applies transitions to snitches that this transaction has locked:
 *
 * 1. Save the new states, and the runs that have changed.
 * 2. Add the pauses that ended, and the deadlines of which no one knows whether they were missed, to the history.
 * 3. Open, continue or close the incidents of the alerts, by the rules of each snitch.
 * 4. Raise the alerts, choose whom they notify, and queue the emails and deliveries (3 and 4: `evaluateTransitions`).
 *
 * Nothing is sent before the commit. `now`: when the alerts were noticed; without it, when they happened. Returns the queued
 * rows.
 */
export async function applyTransitions(
  sql: Sql,
  transitions: SnitchTransition[],
  now?: Date,
): Promise<NewRows> {
  const snitches = transitions.map(({ snitch }) => snitch);
  // Statements that do not depend on each other are given at once: a connection for check-ins sends them together.
  const writes = [
    saveSnitches(sql, snitches),
    saveChangedRuns(sql, snitches),
    addPauses(sql, transitions),
    addUnknownMisses(sql, transitions),
    addUsualDurations(sql, transitions),
    addComparisons(sql, transitions),
  ];
  const known = findKnown(sql, transitions, now);
  await Promise.all([...writes, known]);
  return evaluateTransitions(sql, transitions, now, known);
}

type PauseRow = EndedPause & { snitchId: string };

const PAUSES: Column<PauseRow>[] = [
  ["id", "uuid", () => newId()],
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["starts_at", "time", ({ startsAt }) => startsAt],
  ["ends_at", "time", ({ endsAt }) => endsAt],
];

async function addPauses(sql: Sql, transitions: SnitchTransition[]): Promise<void> {
  const ended = transitions.flatMap(({ snitch, pauses }) =>
    pauses.map((pause) => ({ ...pause, snitchId: snitch.id })),
  );
  await insertMany(sql, "pauses", PAUSES, ended);
}

type UnknownMissRow = UnknownMiss & { snitchId: string };

const UNKNOWN_MISSES: Column<UnknownMissRow>[] = [
  ["id", "uuid", () => newId()],
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["deadline", "time", ({ deadline }) => deadline],
  ["silence_starts_at", "time", ({ listeningGap }) => listeningGap.startsAt],
  ["silence_ends_at", "time", ({ listeningGap }) => listeningGap.endsAt],
];

async function addUnknownMisses(sql: Sql, transitions: SnitchTransition[]): Promise<void> {
  const unknown = transitions.flatMap(({ snitch, unknownMisses }) =>
    unknownMisses.map((miss) => ({ ...miss, snitchId: snitch.id })),
  );
  await insertMany(sql, "unknown_misses", UNKNOWN_MISSES, unknown, "ON CONFLICT DO NOTHING");
}

/** Adds to the runs of alerts how long such runs usually take. */
async function addUsualDurations(sql: Sql, transitions: SnitchTransition[]): Promise<void> {
  const withRuns = transitions.filter(({ alerts }) => alerts.some(({ run }) => run));
  const usual = await usualDurations(
    sql,
    withRuns.map(({ snitch }) => snitch.id),
  );
  for (const { snitch, alerts } of withRuns) {
    for (const { run } of alerts) if (run) run.usual_ms = usual.get(snitch.id) ?? null;
  }
}
