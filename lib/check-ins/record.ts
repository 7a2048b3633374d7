import { applyTransitions } from "@/lib/monitoring/apply-transitions";
import { recentListeningGaps } from "@/lib/outages/listening-gaps";
import { isReplayHeld, mayMissCheckIns } from "@/lib/outages/sweep-guard";
import type { NewRows } from "@/lib/outbox/new-rows";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { isConnectionError, isTransactionConflict } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import { publishChange } from "@/lib/platform/publish-change";
import type { Run } from "@/lib/rules/runs/run";
import { isOverdue } from "@/lib/rules/state/apply-time";
import { insertOutputs, type NewOutput } from "@/lib/runs/outputs/insert";
import { findLatestRuns, findRunning, findUnnamed } from "@/lib/runs/store";
import { addForgotten } from "@/lib/snitches/forgotten-runs";
import { IS_ERROR, IS_REPORT } from "@/lib/snitches/reports";
import { saveDeferred, saveRoutine } from "@/lib/snitches/save";
import { addRuns, type LockedSnitch, lockRows } from "@/lib/snitches/store";
import { applyOutOfOrder } from "./apply-out-of-order";
import type { CheckIn, CheckInResult } from "./check-in";
import { commit } from "./connection";
import {
  type ChangedColumns,
  type CheckInDecision,
  changedColumns,
  decideCheckIn,
  type Facts,
  hasRoutineState,
  inBatch,
  type SnitchInBatch,
} from "./decide-check-in";
import { type CheckInRow, findExisting, findRepeated, insertCheckIns } from "./insert";
import type { QueueName } from "./keyed-queue";
import { findPast } from "./past";

/**
 * `replayed`: the check-ins come from a journal. They were answered 202 already, and some may be recorded already. `queue`: of which
 * queue the batch is; a routine one of several snitches leaves those that change to the other queue. `isRush`: what plain ones mean
 * for their snitches is left to the workers.
 */
type RecordOptions = Replayed & { queue?: QueueName; isRush?: boolean };
type Replayed = { replayed: boolean };

type ToChanges = { kind: "to changes" };

/** `to changes`: nothing of it is recorded yet, and it is recorded in a batch of that queue. */
export type RecordResult = CheckInResult | ToChanges;

const MAX_ATTEMPTS = 3;

/**
 * Records check-ins in order, normally in one transaction, and returns their results in the same order. If Postgres rejects
 * a check-in, only that one is lost. Throws if the database is unavailable; some may be committed even then.
 */
export async function record(checkIns: CheckIn[], options: Replayed): Promise<CheckInResult[]>;
export async function record(checkIns: CheckIn[], options: RecordOptions): Promise<RecordResult[]>;
export async function record(checkIns: CheckIn[], options: RecordOptions): Promise<RecordResult[]> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await recordBatch(checkIns, options);
    } catch (error) {
      if (isConnectionError(error)) throw error;
      if (isTransactionConflict(error) && attempts < MAX_ATTEMPTS) continue;
      if (checkIns.length > 1) return recordOneByOne(checkIns, options);
      const { id, token } = checkIns[0] ?? {};
      log.error({ err: error, requestId: id, token }, "a check-in was not recorded");
      return [{ kind: "lost" }];
    }
  }
}

async function recordOneByOne(checkIns: CheckIn[], options: RecordOptions): Promise<RecordResult[]> {
  const results: RecordResult[] = [];
  for (const checkIn of checkIns) results.push(...(await record([checkIn], options)));
  return results;
}

/**
 * 1. Lock the snitches, with the runs that the check-ins name.
 * 2. If it is a routine batch, leave to the queue of changes those that will change, as far as their rows show it.
 * 3. Load what is known of the other check-ins.
 * 4. Decide about each in order (`decideCheckIn`), and follow the decision.
 * 5. Write the history, and the columns that have changed, with one statement for each kind of change.
 */
async function recordBatch(checkIns: CheckIn[], options: RecordOptions): Promise<RecordResult[]> {
  const { replayed, queue = "changes" } = options;
  let newRows: NewRows | undefined;
  let transitions: SnitchInBatch[] = [];
  const pool = queue === "routine" || replayed ? "check-ins" : "changes";
  const results = await commit(pool, async (sql) => {
    const locked = await lockWithNamedRuns(sql, checkIns);
    const batch = await openBatch(sql, checkIns, locked, queue === "routine" && locked.length > 1);
    const facts = await loadFacts(sql, checkIns, batch, options);
    const outcomes = await decideAll(sql, checkIns, batch, facts);

    const changed: Record<ChangedColumns, SnitchInBatch[]> = { routine: [], deferral: [], any: [] };
    for (const one of batch.snitches.values())
      if (one.snitch !== one.before && !batch.toChanges.has(one.snitch.token))
        changed[changedColumns(one)].push(one);
    transitions = changed.any;
    const write = async () => {
      [, , , newRows] = await Promise.all([
        insertCheckIns(
          sql,
          outcomes.flatMap(({ row }) => row ?? []),
          replayed,
        ),
        saveRoutine(sql, changed.routine.map(pickSnitch)),
        saveDeferred(sql, changed.deferral.map(pickSnitch)),
        applyTransitions(sql, transitions),
        facts.past && saveLate(sql, transitions),
        insertOutputs(
          sql,
          outcomes.flatMap(({ output }) => output ?? []),
        ),
      ]);
      return outcomes.map(({ result }) => result);
    };
    return { writes: write(), isSent: transitions.length === 0 };
  });
  if (newRows) wakeWorkersLater(newRows);
  publishChange(transitions.map(({ snitch }) => snitch.caseId));
  return results;
}

const pickSnitch = ({ snitch }: SnitchInBatch) => snitch;

/** The snitches of a batch by token, and the tokens of those that are left to the queue of changes if it takes only routine. */
type Batch = { snitches: Map<string, SnitchInBatch>; toChanges: Set<string>; isOnlyRoutine: boolean };

async function lockWithNamedRuns(sql: Sql, checkIns: CheckIn[]): Promise<LockedSnitch[]> {
  const tokens = [...new Set(checkIns.map(({ token }) => token))];
  // Signals always need the runs. Sent with the lock, the query costs no round trip; it is run once the lock is held.
  const isAboutRuns = checkIns.some(({ signal }) => signal);
  const [locked, latest] = await Promise.all([
    lockRows(sql, "s.token = ANY($1::text[])", [tokens]),
    isAboutRuns ? findNamedRuns(sql, tokens, checkIns) : null,
  ]);
  if (latest) addRuns(locked, latest);
  else if (locked.some(({ lastRunId }) => lastRunId))
    addRuns(locked, await findNamedRuns(sql, tokens, checkIns));
  return locked;
}

/** Loads the other runs and the latest errors of the snitches that are not left to the queue of changes. */
async function openBatch(
  sql: Sql,
  checkIns: CheckIn[],
  locked: LockedSnitch[],
  isOnlyRoutine: boolean,
): Promise<Batch> {
  const isLeft = (snitch: LockedSnitch) => isOnlyRoutine && !hasRoutineState(snitch);
  const toChanges = new Set(locked.filter(isLeft).map(({ token }) => token));
  const others = locked.filter(({ token }) => !toChanges.has(token));
  await loadOtherRuns(sql, checkIns, others);
  const lastErrors = await findLastErrors(sql, checkIns, others);
  const snitches = new Map(
    locked.map((snitch) => [snitch.token, inBatch(snitch, lastErrors.get(snitch.id) ?? null)]),
  );
  const batch = { snitches, toChanges, isOnlyRoutine };
  if (isOnlyRoutine) for (const { token } of listOverdue(checkIns, batch)) toChanges.add(token);
  return batch;
}

/** Those by whose time something of their snitch is due. */
const listOverdue = (checkIns: CheckIn[], { snitches, toChanges }: Batch): CheckIn[] =>
  checkIns.filter(({ token, at }) => {
    const snitch = snitches.get(token)?.snitch;
    return snitch !== undefined && !toChanges.has(token) && isOverdue(snitch, at);
  });

async function loadFacts(
  sql: Sql,
  checkIns: CheckIn[],
  batch: Batch,
  { replayed, isRush = false }: RecordOptions,
): Promise<Facts> {
  const { isOnlyRoutine } = batch;
  const snitches = [...batch.snitches.values()].map(pickSnitch);
  const snitchIdOf = (token: string) => batch.snitches.get(token)?.snitch.id;
  // Queried after locking: a process that recorded one of them held the same lock until its commit.
  const recordedIds = await findRecorded(sql, checkIns, snitchIdOf, replayed);
  // Between two check-ins of a journal, a deadline or a run of the first one may pass.
  const overdue = replayed ? checkIns : isOnlyRoutine ? [] : listOverdue(checkIns, batch);
  const isIncomplete = overdue.length > 0 && (await mayMissCheckIns(sql, msSinceConnectionLost()));
  const past = checkIns.some(({ receivedAt }) => receivedAt) && (await findPast(sql, checkIns, snitchIdOf));
  const listeningGaps = overdue[0] ? await recentListeningGaps(sql, findLatest(overdue)) : [];
  if (overdue[0]) await addForgotten(sql, snitches, findLatest(overdue));
  return {
    order: replayed ? "journal" : "arrival",
    isOnlyRoutine,
    isRush: isRush && !(await isReplayHeld(sql, msSinceConnectionLost())),
    isIncomplete,
    recordedIds,
    listeningGaps,
    ...(past && { past }),
  };
}

/** What is written of a check-in, and its result. */
type Outcome = { row?: CheckInRow; output?: NewOutput; result: RecordResult };

/** Decides about each check-in, and follows the decision: the next one sees its snitch after it. */
async function decideAll(sql: Sql, checkIns: CheckIn[], batch: Batch, facts: Facts): Promise<Outcome[]> {
  const { snitches, toChanges } = batch;
  const outcomes: Outcome[] = [];
  for (const checkIn of checkIns) {
    const { token } = checkIn;
    const decision = toChanges.has(token) ? null : decideCheckIn(snitches.get(token), checkIn, facts);
    if (decision?.kind === "to changes") toChanges.add(token);
    if (!decision || decision.kind === "to changes") outcomes.push(TO_CHANGES);
    else if (decision.applied?.outOfOrder)
      outcomes.push(await followOutOfOrder(sql, checkIn, decision, batch, facts));
    else outcomes.push(follow(checkIn, decision, batch));
  }
  // Those before the one that changes its snitch are left with it.
  return outcomes.map((outcome, i) => (toChanges.has(checkIns[i]?.token ?? "") ? TO_CHANGES : outcome));
}

const TO_CHANGES: Outcome = { result: { kind: "to changes" } };

type Followed = Exclude<CheckInDecision, ToChanges>;

function follow(checkIn: CheckIn, { result, after, applied }: Followed, { snitches }: Batch): Outcome {
  if (!after || !applied) return { result };
  const { row, output } = applied;
  snitches.set(checkIn.token, after);
  if (row.accepted) after.rows.set(row.checkIn.id, row);
  // If the commit fails, a journal has it with this time, by which its row is known.
  checkIn.at = row.checkIn.at;
  return { result, row, output };
}

/** The same for one that has its place before others. What it printed belongs to its run. */
async function followOutOfOrder(
  sql: Sql,
  checkIn: CheckIn,
  decision: Followed,
  batch: Batch,
  facts: Facts,
): Promise<Outcome> {
  const outcome = follow(checkIn, decision, batch);
  const { after, applied } = decision;
  if (!after || !applied?.outOfOrder) return outcome;
  const { row, outOfOrder } = applied;
  const runId = await applyOutOfOrder(sql, after, row.checkIn, outOfOrder, facts);
  const output = outcome.output && runId ? { ...outcome.output, runId } : undefined;
  return { ...outcome, output };
}

/** Has the workers apply the late reports of these snitches. */
async function saveLate(sql: Sql, changed: SnitchInBatch[]): Promise<void> {
  const late = changed.filter((one) => one.late);
  if (late.length === 0) return;
  const seconds = (times: (Date | undefined)[]) => times.map((at) => (at ? at.getTime() / 1_000 : null));
  await sql(
    `UPDATE snitches s SET late_since = least(s.late_since, to_timestamp(n.since)),
       applied_until = CASE WHEN s.late_since IS NULL THEN to_timestamp(n.until) ELSE s.applied_until END
     FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS n (id, since, until) WHERE s.id = n.id`,
    [
      late.map(({ snitch }) => snitch.id),
      seconds(late.map((one) => one.late?.since)),
      seconds(late.map((one) => one.late?.appliedUntil)),
    ],
  );
  await wakeTimers(sql, "late-reports");
}

/** When the errored ones of these snitches reported their latest error, unless that was before all of these check-ins. By id. */
async function findLastErrors(
  sql: Sql,
  checkIns: CheckIn[],
  locked: LockedSnitch[],
): Promise<Map<string, Date>> {
  const errored = locked.flatMap(({ id, status }) => (status === "errored" ? [id] : []));
  if (errored.length === 0) return new Map();
  const rows = await sql<{ snitchId: string; at: Date }>(
    `SELECT n.snitch_id AS "snitchId", c.at FROM unnest($1::uuid[]) AS n (snitch_id) CROSS JOIN LATERAL (
       SELECT at FROM check_ins
       WHERE snitch_id = n.snitch_id AND at >= to_timestamp($2::float8) AND ${IS_REPORT} AND ${IS_ERROR}
       ORDER BY at DESC LIMIT 1) c`,
    [errored, findEarliest(checkIns).getTime() / 1_000],
  );
  return new Map(rows.map(({ snitchId, at }) => [snitchId, at]));
}

const findEarliest = (checkIns: CheckIn[]) => new Date(Math.min(...checkIns.map(({ at }) => at.getTime())));

const findLatest = (checkIns: CheckIn[]) => new Date(Math.max(...checkIns.map(({ at }) => at.getTime())));

function findNamedRuns(sql: Sql, tokens: string[], checkIns: CheckIn[]) {
  const runKeys = checkIns.flatMap(({ token, signal }) => (signal?.rid ? [{ token, rid: signal.rid }] : []));
  return findLatestRuns(sql, tokens, runKeys, findEarliest(checkIns));
}

/** Loads the other runs that are running, and the latest one without a name where a check-in names none. Most snitches have none. */
async function loadOtherRuns(sql: Sql, checkIns: CheckIn[], locked: LockedSnitch[]): Promise<void> {
  const withoutName = new Set(checkIns.flatMap(({ token, signal }) => (signal?.rid ? [] : [token])));
  const runningOf = locked.filter(
    ({ running, runs }) => running > 0 && runs.filter(isRunning).length < running,
  );
  const unnamedOf = locked.filter(
    ({ token, lastRunId, runs }) =>
      lastRunId !== null &&
      withoutName.has(token) &&
      !runs.some(({ id, rid }) => id === lastRunId && rid === null),
  );
  const listIds = (snitches: LockedSnitch[]) => snitches.map(({ id }) => id);
  if (runningOf.length > 0) addRuns(locked, await findRunning(sql, listIds(runningOf)));
  if (unnamedOf.length > 0)
    addRuns(locked, await findUnnamed(sql, listIds(unnamedOf), findEarliest(checkIns)));
}

const isRunning = ({ outcome }: Run) => outcome === "running";

/** The ids of the check-ins that are recorded already. Looks only for those from a journal, and for those that senders may repeat. */
async function findRecorded(
  sql: Sql,
  checkIns: CheckIn[],
  snitchIdOf: (token: string) => string | undefined,
  replayed: boolean,
): Promise<Set<string>> {
  const listKeys = (some: CheckIn[]) =>
    some.flatMap(({ id, at, token }) => {
      const snitchId = snitchIdOf(token);
      return snitchId ? [{ id, at, snitchId }] : [];
    });
  const repeatable = checkIns.filter(({ mayRepeat }) => mayRepeat);
  const existing = replayed ? await findExisting(sql, listKeys(checkIns)) : new Set<string>();
  if (repeatable.length === 0) return existing;
  return new Set([...existing, ...(await findRepeated(sql, listKeys(repeatable)))]);
}
