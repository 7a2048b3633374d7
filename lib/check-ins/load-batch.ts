import { recentListeningGaps } from "@/lib/outages/listening-gaps";
import { isReplayHeld, mayMissCheckIns } from "@/lib/outages/sweep-guard";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { findOutOfOrder, findRunByRid } from "@/lib/rules/reports/order";
import { isNeverApplied } from "@/lib/rules/reports/place";
import { isHealthy } from "@/lib/rules/reports/report";
import type { Facts, ReportedSnitch, RunHistory } from "@/lib/rules/reports/reported-snitch";
import { understand } from "@/lib/rules/reports/understand";
import type { Run } from "@/lib/rules/runs/run";
import { isOnlyKept, NOTHING_SAID } from "@/lib/rules/runs/signal";
import { isOverdue } from "@/lib/rules/state/apply-time";
import { findLatestRuns, findRunning, findUnnamed } from "@/lib/runs/store";
import { addDroppedRuns } from "@/lib/snitches/dropped-runs";
import { addEarlierRuns } from "@/lib/snitches/earlier-runs";
import { IS_ERROR, IS_REPORT } from "@/lib/snitches/reports";
import { addRuns, type LockedSnitch, lockRows } from "@/lib/snitches/store";
import { findExisting, findRepeated } from "./insert";
import type { QueueName } from "./keyed-queue";
import { findLateFacts } from "./late-facts";
import { loadHistories } from "./run-histories";

/**
 * `replayed`: the check-ins come from a journal. They got 202 already, and some may be recorded already. `queue`: of which
 * queue the batch is; a routine one of several snitches leaves those that change to the other queue. `isRush`: plain ones are deferred.
 */
export type RecordOptions = { replayed: boolean; queue?: QueueName; isRush?: boolean };

/** A snitch that a transaction has locked, and the check-ins of a batch that are its own. */
export type SnitchInBatch = ReportedSnitch & {
  snitch: LockedSnitch;
  checkIns: CheckIn[];
  /** Whether its state was one in which most check-ins find their snitch. */
  wasRoutine: boolean;
  /** Whether its check-ins are left to the queue of changes. */
  isLeft: boolean;
};

const inBatch = (snitch: LockedSnitch): SnitchInBatch => ({
  snitch,
  checkIns: [],
  wasRoutine: hasRoutineState(snitch),
  isLeft: false,
  lastErrorAt: null,
  rows: [],
  alerts: [],
  pauses: [],
  unknownMisses: [],
});

/** Whether its state is one in which most check-ins find their snitch, and in which they leave it. */
export const hasRoutineState = (snitch: LockedSnitch): boolean =>
  snitch.deferredSince === null && isRoutineOnceApplied(snitch);

export const isRoutineOnceApplied = ({ status, missingSince, deadlineBy }: LockedSnitch) =>
  status === "healthy" && missingSince === null && deadlineBy === null;

/** A check-in as it was received, and as its snitch understands it. An unknown key has no snitch. */
type Entry = { received: CheckIn; checkIn: CheckIn; one?: SnitchInBatch };

export type Batch = Awaited<ReturnType<typeof loadBatch>>;

/**
 * Locks the snitches of a batch, and loads what decides about its check-ins. Whether they change their snitch is seen once it is
 * locked: by its state, by an error, by what is due, and by the order of signals. What decides about those that are left is loaded by their next batch.
 */
export async function loadBatch(sql: Sql, received: CheckIn[], options: RecordOptions) {
  const { replayed, queue } = options;
  const order = replayed ? "journal" : "arrival";
  const locked = await lockWithNamedRuns(sql, received);
  const isOnlyRoutine = queue === "routine" && locked.length > 1;
  const snitches = new Map(locked.map((snitch) => [snitch.checkInKey, inBatch(snitch)]));
  const entries = received.map((checkIn) => enter(checkIn, snitches.get(checkIn.token)));
  const all = [...snitches.values()];
  if (isOnlyRoutine) for (const one of all) one.isLeft = !one.wasRoutine || !one.checkIns.every(isHealthy);
  const others = all.filter(({ isLeft }) => !isLeft);
  await loadOtherRuns(sql, others);
  await loadLastErrors(sql, others, received);
  const overdue: CheckIn[] = [];
  for (const one of others) {
    // Between two check-ins of a journal, a deadline or a run of the first one may pass.
    const due = one.checkIns.filter(({ at }) => replayed || isOverdue(one.snitch, at));
    if (isOnlyRoutine)
      one.isLeft = due.length > 0 || findOutOfOrder(one.snitch, one.checkIns, order).size > 0;
    if (!one.isLeft) overdue.push(...due);
  }
  const rest = others.filter(({ isLeft }) => !isLeft);
  await loadEarlierRuns(sql, rest);
  const facts = await loadFacts(sql, rest, overdue, options);
  // Routine batches contain nothing out of order.
  if (!isOnlyRoutine) await loadHistories(sql, listOutOfOrder(rest, facts));
  return { snitches: all, entries, facts, isOnlyRoutine };
}

/** The snitches with check-ins that may be out of order, and since when, without those that are repeated or refused anyhow. */
function listOutOfOrder(snitches: SnitchInBatch[], facts: Facts): [SnitchInBatch, RunHistory["since"]][] {
  return snitches.flatMap((one) => {
    const checkIns = one.checkIns.filter((checkIn) => !isNeverApplied(checkIn, facts));
    const since = findOutOfOrder(one.snitch, checkIns, facts.order);
    return since.size > 0 ? [[one, since] as [SnitchInBatch, RunHistory["since"]]] : [];
  });
}

function enter(received: CheckIn, one: SnitchInBatch | undefined): Entry {
  if (!one) return { received, checkIn: received };
  const understood = understand(received, one.snitch);
  const checkIn = understood.output ? { ...understood, outputId: newId() } : understood;
  one.checkIns.push(checkIn);
  return { received, checkIn, one };
}

async function lockWithNamedRuns(sql: Sql, checkIns: CheckIn[]): Promise<LockedSnitch[]> {
  const keys = [...new Set(checkIns.map(({ token }) => token))];
  // Signals always need the runs. Sent with the lock, the query costs no round trip; it is run once the lock is held.
  const isAboutRuns = checkIns.some(({ signal }) => signal);
  const [locked, latest] = await Promise.all([
    lockRows(sql, "s.check_in_key = ANY($1::text[])", [keys]),
    isAboutRuns ? findNamedRuns(sql, keys, checkIns) : null,
  ]);
  if (latest) addRuns(locked, latest);
  else if (locked.some(({ lastRunId }) => lastRunId))
    addRuns(locked, await findNamedRuns(sql, keys, checkIns));
  return locked;
}

function findNamedRuns(sql: Sql, keys: string[], checkIns: CheckIn[]) {
  const runKeys = checkIns.flatMap(({ token, signal }) =>
    signal?.rid ? [{ checkInKey: token, rid: signal.rid }] : [],
  );
  return findLatestRuns(sql, keys, runKeys, findEarliest(checkIns));
}

/** Loads the other runs that are running, and the latest one without a name where a check-in names none. Most snitches have none. */
async function loadOtherRuns(sql: Sql, others: SnitchInBatch[]): Promise<void> {
  const withRunning: LockedSnitch[] = [];
  const withUnnamed: LockedSnitch[] = [];
  const checkIns: CheckIn[] = [];
  for (const one of others) {
    const { running, runs, lastRunId } = one.snitch;
    if (running > 0 && runs.filter(isRunning).length < running) withRunning.push(one.snitch);
    const isMissing = lastRunId !== null && !runs.some(({ id, rid }) => id === lastRunId && rid === null);
    if (!isMissing || one.checkIns.every(({ signal }) => signal?.rid)) continue;
    withUnnamed.push(one.snitch);
    checkIns.push(...one.checkIns);
  }
  const listIds = (snitches: LockedSnitch[]) => snitches.map(({ id }) => id);
  if (withRunning.length > 0) addRuns(withRunning, await findRunning(sql, listIds(withRunning)));
  if (withUnnamed.length > 0)
    addRuns(withUnnamed, await findUnnamed(sql, listIds(withUnnamed), findEarliest(checkIns)));
}

/** Loads the runs with which checks compare those that may end now, or that a repeat evaluates again. */
const loadEarlierRuns = (sql: Sql, others: SnitchInBatch[]): Promise<void> =>
  addEarlierRuns(
    sql,
    others.flatMap(({ snitch, checkIns }) =>
      checkIns
        .filter((checkIn) => isHealthy(checkIn) && !isOnlyKept(checkIn.signal ?? NOTHING_SAID))
        .flatMap((checkIn) => [checkIn.at, findRunByRid(snitch, checkIn)?.endedAt ?? checkIn.at])
        .map((before) => ({ snitch, before })),
    ),
  );

const isRunning = ({ outcome }: Run) => outcome === "running";

/** Loads when the errored ones of these snitches reported their latest error, unless that was before all of these check-ins. */
async function loadLastErrors(sql: Sql, others: SnitchInBatch[], checkIns: CheckIn[]): Promise<void> {
  const errored = new Map(
    others.flatMap((one) => (one.snitch.status === "errored" ? [[one.snitch.id, one]] : [])),
  );
  if (errored.size === 0) return;
  const rows = await sql<{ snitchId: string; at: Date }>(
    `SELECT n.snitch_id AS "snitchId", c.at FROM unnest($1::uuid[]) AS n (snitch_id) CROSS JOIN LATERAL (
       SELECT at FROM check_ins
       WHERE snitch_id = n.snitch_id AND at >= to_timestamp($2::float8) AND ${IS_REPORT} AND ${IS_ERROR}
       ORDER BY at DESC LIMIT 1) c`,
    [[...errored.keys()], findEarliest(checkIns).getTime() / 1_000],
  );
  for (const { snitchId, at } of rows) Object.assign(errored.get(snitchId) ?? {}, { lastErrorAt: at });
}

const findEarliest = (checkIns: CheckIn[]) => new Date(Math.min(...checkIns.map(({ at }) => at.getTime())));

const findLatest = (checkIns: CheckIn[]) => new Date(Math.max(...checkIns.map(({ at }) => at.getTime())));

async function loadFacts(
  sql: Sql,
  others: SnitchInBatch[],
  overdue: CheckIn[],
  { replayed, isRush = false }: RecordOptions,
): Promise<Facts> {
  // Queried after locking: a process that recorded one of them held the same lock until its commit.
  const replayedKeys = replayed ? listKeys(others, () => true) : [];
  const repeatable = listKeys(others, ({ mayRepeat }) => mayRepeat === true);
  const existing = await findExisting(sql, replayedKeys);
  const repeated = await findRepeated(sql, repeatable);
  const isIncomplete = overdue.length > 0 && (await mayMissCheckIns(sql, msSinceConnectionLost()));
  const lateKeys = listKeys(others, ({ receivedAt }) => receivedAt !== undefined);
  const late = await findLateFacts(sql, lateKeys);
  const listeningGaps = overdue[0] ? await recentListeningGaps(sql, findLatest(overdue)) : [];
  const locked = others.map(({ snitch }) => snitch);
  if (overdue[0]) await addDroppedRuns(sql, locked, findLatest(overdue));
  return {
    order: replayed ? "journal" : "arrival",
    isRush: isRush && !(await isReplayHeld(sql, msSinceConnectionLost())),
    isIncomplete,
    recordedIds: new Set([...existing, ...repeated]),
    listeningGaps,
    late,
  };
}

/** The check-ins that need further facts, with the ids of their snitches. */
function listKeys(others: SnitchInBatch[], isKey: (checkIn: CheckIn) => boolean) {
  const keys: (CheckIn & { snitchId: string })[] = [];
  for (const { snitch, checkIns } of others)
    for (const checkIn of checkIns) if (isKey(checkIn)) keys.push({ ...checkIn, snitchId: snitch.id });
  return keys;
}
