import { CANARY } from "@/lib/canary/canary";
import { escalateIncidents } from "@/lib/incidents/escalate";
import { sweepIncidents } from "@/lib/incidents/sweep";
import { recentSilences } from "@/lib/listeners/silences";
import { listVanished } from "@/lib/listeners/state";
import { publishChange } from "@/lib/live/publish";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, transaction } from "@/lib/platform/db";
import { applyTime } from "@/lib/rules/apply-time";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import type { Silence } from "@/lib/rules/silence";
import { lockSnitches } from "@/lib/snitches/store";
import { areAlertsHeld } from "./alert-hold";
import { refilePassedWatches } from "./refile-watches";
import { saveTransitions, withRow } from "./save-transitions";
import { isSweepBlocked } from "./sweep-guard";

/** Nobody reports for the canary: a silence hides nothing, and after one it has to show at once that alerts arrive. */
const NO_SILENCES: Silence[] = [];

/** How many snitches one transaction takes from each index. */
const BATCH_SIZE = 2_000;

/**
 * Applies time to every snitch with a missed deadline or an ended pause, and then to incidents. Safe to run late, twice, or in several workers at
 * once. Returns how many snitches changed: 0 while `isSweepBlocked` or `areAlertsHeld`. Leaves out the snitches of a
 * check-in server that vanished a moment ago. `onChanged` is called once if a snitch changed, before incidents: alerts need
 * not wait for them.
 */
export async function sweepDeadlines(
  now: Date,
  msSinceConnectionLost: number,
  onChanged: () => void = () => {},
): Promise<number> {
  if (await isSweepBlocked(msSinceConnectionLost)) return 0;
  if (await areAlertsHeld(now)) return 0;
  // Read after the hold: one that has just ended is a silence, and one that has just expired is none.
  const silences = await recentSilences(query, now);
  const vanished = await listVanished();
  const sweepCases = (cases: string) => sweepBatch(now, silences, vanished, cases);
  let swept = await sweepCases(ALL_CASES);
  if (swept >= BATCH_SIZE) swept += await sweepHalves(sweepCases);
  if (swept > 0) onChanged();
  await sweepIncidents(now);
  await escalateIncidents(now);
  await refilePassedWatches(dueUntilOf(now));
  return swept;
}

const ALL_CASES = "";

// A case is never in both halves. What people are told of a snitch depends on its parents and on the e-mails that its case has
// just sent, so the batches of a case must follow one another.
const HALVES = [0, 1].map((half) => `AND get_byte(uuid_send(case_id), 15) & 1 = ${half}`);

/** Sweeps two halves of the cases at once: while Postgres saves a batch of one, this process judges the other’s. Ends when both have ended. */
async function sweepHalves(sweepCases: (cases: string) => Promise<number>): Promise<number> {
  const halves = HALVES.map(async (half) => {
    for (let swept = 0; ; ) {
      const count = await sweepCases(half);
      swept += count;
      if (count < BATCH_SIZE) return swept;
    }
  });
  await Promise.allSettled(halves);
  return (await Promise.all(halves)).reduce((sum, swept) => sum + swept, 0);
}

const dueUntilOf = (now: Date) => new Date(now.getTime() - DEADLINE_ALLOWANCE_MS);

// A snitch with deferred check-ins is left to `replayDeferred`, because its deadline does not reflect them yet.
const dueBy = (column: string, parameter: string, condition: string) =>
  `SELECT id FROM (SELECT id FROM snitches WHERE ${column} <= ${parameter} AND deferred_since IS NULL ${condition}
                   ORDER BY ${column} LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED) AS ${column}`;

/** The job may be about to repeat a check-in that this server had no time to record. */
const LAST_SERVED_BY_ANOTHER = `AND coalesce((
  SELECT c.listener_id <> ALL($3::int[]) FROM check_ins c WHERE c.snitch_id = snitches.id AND c.accepted
  ORDER BY c.at DESC, c.id DESC LIMIT 1), true)`;

/** The snitches of runs that have exceeded their limit. */
const withDueRuns = (condition: string) =>
  `SELECT id FROM (SELECT id FROM snitches WHERE deferred_since IS NULL ${condition} AND id IN (
     SELECT snitch_id FROM runs WHERE limit_at <= $1 ORDER BY limit_at LIMIT ${BATCH_SIZE})
   FOR NO KEY UPDATE SKIP LOCKED) AS runs`;

// The deadline has no index, so those that may be due are found by `watch_at`, which is never later.
const due = (cases: string, condition: string) =>
  `s.id IN (${dueBy("watch_at", "$1", `AND deadline <= $1 ${condition} ${cases}`)}
     UNION ALL ${withDueRuns(`${condition} ${cases}`)} UNION ALL ${dueBy("pause_ends_at", "$2", cases)})`;

async function sweepBatch(
  now: Date,
  silences: Silence[],
  vanished: number[],
  cases: string,
): Promise<number> {
  const { snitches, newRows } = await transaction(async (sql) => {
    const dueUntil = dueUntilOf(now);
    const snitches =
      vanished.length === 0
        ? await lockSnitches(sql, due(cases, ""), [dueUntil, now])
        : await lockSnitches(sql, due(cases, LAST_SERVED_BY_ANOTHER), [dueUntil, now, vanished]);
    const transitions = snitches.map((snitch) =>
      withRow(snitch, applyTime(snitch, now, snitch.id === CANARY.snitchId ? NO_SILENCES : silences)),
    );
    return { snitches, newRows: await saveTransitions(sql, transitions, now) };
  });
  wakeWorkersLater(newRows);
  publishChange(snitches.map(({ caseId }) => caseId));
  return snitches.length;
}
