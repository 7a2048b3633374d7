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

/** How many snitches one transaction takes. */
const BATCH_SIZE = 2_000;

/** How many one sweep takes of each kind. More are left to the next one. */
const MAX_IN_SWEEP = 100_000;

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
  const dueUntil = new Date(now.getTime() - DEADLINE_ALLOWANCE_MS);
  const sweep = { now, dueUntil, silences, vanished };
  const swept = await sweepAll(sweep, await listDue(sweep));
  if (swept > 0) onChanged();
  await sweepIncidents(now);
  await escalateIncidents(now);
  await refilePassedWatches(dueUntil);
  return swept;
}

/** `dueUntil`: the latest deadline that has passed, with what is allowed after it. `vanished`: ids of check-in servers. */
type Sweep = { now: Date; dueUntil: Date; silences: Silence[]; vanished: number[] };

type Due = { id: string; caseId: string };

// A snitch with deferred check-ins is left to `replayDeferred`, because its deadline does not reflect them yet.
const list = (condition: string) =>
  `(SELECT id, case_id AS "caseId" FROM snitches WHERE deferred_since IS NULL AND ${condition})`;
const earliest = (column: string) => `ORDER BY ${column} LIMIT ${MAX_IN_SWEEP}`;

// The deadline has no index, so those that may be due are found by `watch_at`, which is never later.
const DUE = `${list(`watch_at <= $1 AND deadline <= $1 ${earliest("watch_at")}`)}
  UNION ALL ${list(`id IN (SELECT snitch_id FROM runs WHERE limit_at <= $1 ${earliest("limit_at")})`)}
  UNION ALL ${list(`pause_ends_at <= $2 ${earliest("pause_ends_at")}`)}`;

/** Lists the snitches with a deadline, run or pause that is over: once, because each search would again pass over those that were swept. */
async function listDue({ now, dueUntil }: Sweep): Promise<Due[]> {
  const due = await query<Due>(DUE, [dueUntil, now]);
  return [...new Map(due.map((snitch) => [snitch.id, snitch])).values()];
}

/**
 * Sweeps all of these, many in two halves at once: while Postgres saves a batch of one, this process judges the other’s. A case is never in
 * both halves: what people are told of a snitch depends on its parents and on the e-mails that its case has just sent, so
 * the batches of a case must follow one another. Ends when both have ended. Returns how many changed.
 */
async function sweepAll(sweep: Sweep, due: Due[]): Promise<number> {
  const groups =
    due.length > BATCH_SIZE ? [0, 1].map((half) => due.filter((each) => halfOf(each) === half)) : [due];
  const sweeps = groups.map(async (group) => {
    let swept = 0;
    for (let first = 0; first < group.length; first += BATCH_SIZE)
      swept += await sweepBatch(
        sweep,
        group.slice(first, first + BATCH_SIZE).map(({ id }) => id),
      );
    return swept;
  });
  await Promise.allSettled(sweeps);
  return (await Promise.all(sweeps)).reduce((sum, swept) => sum + swept, 0);
}

/** The last digit of an id is random. */
const halfOf = ({ caseId }: Due) => Number.parseInt(caseId.slice(-1), 16) % 2;

/** What a check-in or another worker has locked is left to it, or to the next sweep. */
const stillDue = (condition: string) => `s.id IN (
  SELECT id FROM snitches WHERE id = ANY($3::uuid[]) AND deferred_since IS NULL
    AND (pause_ends_at <= $2
      OR (deadline <= $1 OR id IN (SELECT snitch_id FROM runs WHERE limit_at <= $1)) ${condition})
  FOR NO KEY UPDATE SKIP LOCKED)`;

/** The job may be about to repeat a check-in that this server had no time to record. */
const LAST_SERVED_BY_ANOTHER = `AND coalesce((
  SELECT c.listener_id <> ALL($4::int[]) FROM check_ins c WHERE c.snitch_id = snitches.id AND c.accepted
  ORDER BY c.at DESC, c.id DESC LIMIT 1), true)`;

/** Sweeps those of these snitches that are still due. Returns how many. */
async function sweepBatch({ now, dueUntil, silences, vanished }: Sweep, ids: string[]): Promise<number> {
  const { snitches, newRows } = await transaction(async (sql) => {
    const snitches =
      vanished.length === 0
        ? await lockSnitches(sql, stillDue(""), [dueUntil, now, ids])
        : await lockSnitches(sql, stillDue(LAST_SERVED_BY_ANOTHER), [dueUntil, now, ids, vanished]);
    const transitions = snitches.map((snitch) =>
      withRow(snitch, applyTime(snitch, now, snitch.id === CANARY.snitchId ? NO_SILENCES : silences)),
    );
    return { snitches, newRows: await saveTransitions(sql, transitions, now) };
  });
  wakeWorkersLater(newRows);
  publishChange(snitches.map(({ caseId }) => caseId));
  return snitches.length;
}
