import { judgeTransitions } from "@/lib/incidents/judge-transitions";
import type { NewRows } from "@/lib/outbox/new-rows";
import type { Column } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { insertMany } from "@/lib/platform/insert-many";
import { newId } from "@/lib/platform/new-id";
import type { AlertDraft } from "@/lib/rules/alert-draft";
import type { UnknownMiss } from "@/lib/rules/silence";
import type { EndedPause, Transition } from "@/lib/rules/transition";
import { usualDurations } from "@/lib/runs/usual";
import { type LockedSnitch, saveChangedRuns, saveSnitches } from "@/lib/snitches/store";

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

type PauseRow = EndedPause & { snitchId: string };

const PAUSES: Column<PauseRow>[] = [
  ["id", "uuid", () => newId()],
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["starts_at", "time", ({ startsAt }) => startsAt],
  ["ends_at", "time", ({ endsAt }) => endsAt],
];

type UnknownMissRow = UnknownMiss & { snitchId: string };

const UNKNOWN_MISSES: Column<UnknownMissRow>[] = [
  ["id", "uuid", () => newId()],
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["deadline", "time", ({ deadline }) => deadline],
  ["silence_starts_at", "time", ({ silence }) => silence.startsAt],
  ["silence_ends_at", "time", ({ silence }) => silence.endsAt],
];

/**
 * Saves the new state, runs, ended pauses, alerts, incidents and unknown misses of snitches that this transaction has locked.
 * `now`: when the alerts were noticed; without it, when they happened. Returns the rows to send.
 */
export async function saveTransitions(
  sql: Sql,
  transitions: SnitchTransition[],
  now?: Date,
): Promise<NewRows> {
  await saveSnitches(
    sql,
    transitions.map(({ snitch }) => snitch),
  );
  await saveChangedRuns(
    sql,
    transitions.map(({ snitch }) => snitch),
  );
  const pauses = transitions.flatMap(({ snitch, pauses }) =>
    pauses.map((pause) => ({ ...pause, snitchId: snitch.id })),
  );
  await insertMany(sql, "pauses", PAUSES, pauses);
  const unknown = transitions.flatMap(({ snitch, unknownMisses }) =>
    unknownMisses.map((miss) => ({ ...miss, snitchId: snitch.id })),
  );
  await insertMany(sql, "unknown_misses", UNKNOWN_MISSES, unknown, "ON CONFLICT DO NOTHING");
  await addUsualDurations(sql, transitions);
  return judgeTransitions(sql, transitions, now);
}

/** Adds to the runs of alerts how long such runs usually take. */
async function addUsualDurations(sql: Sql, transitions: SnitchTransition[]): Promise<void> {
  const about = transitions.filter(({ alerts }) => alerts.some(({ run }) => run));
  const usual = await usualDurations(
    sql,
    about.map(({ snitch }) => snitch.id),
  );
  for (const { snitch, alerts } of about) {
    for (const { run } of alerts) if (run) run.usual_ms = usual.get(snitch.id) ?? null;
  }
}
