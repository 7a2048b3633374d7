import { publishChange } from "@/lib/live/publish";
import { applyTransitions, untouched } from "@/lib/monitoring/apply-transitions";
import { recentListeningGaps } from "@/lib/outages/listening-gaps";
import { isReplayHeld, mayMissCheckIns } from "@/lib/outages/sweep-guard";
import type { NewRows } from "@/lib/outbox/new-rows";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { isConnectionError, isTransactionConflict } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import { isOverdue } from "@/lib/rules/apply-time";
import type { Run } from "@/lib/rules/runs/run";
import { insertOutputs } from "@/lib/runs/outputs/insert";
import { findLatestRuns, findRunning, findUnnamed } from "@/lib/runs/store";
import { addForgotten } from "@/lib/snitches/forgotten-runs";
import { IS_ERROR, IS_REPORT } from "@/lib/snitches/reports";
import { saveDeferred, saveRoutine } from "@/lib/snitches/save";
import { addRuns, type LockedSnitch, lockRows } from "@/lib/snitches/store";
import { type Applied, applyCheckIn, type BatchContext, type SnitchInBatch } from "./apply-check-in";
import { applyLateSignal } from "./apply-late-signal";
import type { CheckIn, CheckInResult } from "./check-in";
import { commit } from "./connection";
import { asIgnored, filterCheckIn } from "./filter-check-in";
import { findExisting, findRepeated, insertCheckIns } from "./insert";
import { findPast } from "./past";

/**
 * `replayed`: the check-ins come from a journal. They were answered 202 already, and some may be recorded already. `postpones`:
 * those of snitches that change are left for a batch of their own, unless there is only one snitch. `defers`: what plain ones mean for
 * their snitches is left to the workers.
 */
type RecordOptions = Replayed & { postpones?: boolean; defers?: boolean };
type Replayed = { replayed: boolean };

/** `postponed`: nothing of it is recorded yet. */
export type RecordResult = CheckInResult | { kind: "postponed" };

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

const hasRoutineState = ({ status, missingSince, deferredSince, deadlineBy }: LockedSnitch) =>
  status === "healthy" && missingSince === null && deferredSince === null && deadlineBy === null;

/** True if only the columns of `saveRoutine` changed, and there is nothing else to save. */
const isRoutine = ({ wasRoutine, snitch, alerts, pauses, unknownMisses }: SnitchInBatch) =>
  wasRoutine &&
  hasRoutineState(snitch) &&
  alerts.length === 0 &&
  pauses.length === 0 &&
  unknownMisses.length === 0;

/** True if only the columns of `saveDeferred` changed. */
const isOnlyDeferred = (found: SnitchInBatch) =>
  found.snitch.deferredSince !== null &&
  !found.late &&
  isRoutine({ ...found, snitch: { ...found.snitch, deferredSince: null } });

async function recordBatch(
  checkIns: CheckIn[],
  { replayed, postpones = false, defers = false }: RecordOptions,
): Promise<RecordResult[]> {
  let newRows: NewRows | undefined;
  let changedSnitches: SnitchInBatch[] = [];
  const pool = postpones || replayed ? "check-ins" : "changes";
  const results = await commit(pool, async (sql) => {
    const snitches = await lockBatch(sql, checkIns, postpones);
    // Queried after locking: a process that recorded one of them held the same lock until its commit.
    const existingIds = await findRecorded(sql, checkIns, snitches, replayed);
    const canPostpone = postpones && snitches.size > 1;
    const isLate = ({ token, at }: CheckIn) => {
      const found = snitches.get(token);
      return found !== undefined && !found.isPostponed && isOverdue(found.snitch, at);
    };
    const overdue = checkIns.filter(isLate);
    if (canPostpone)
      for (const { token } of overdue) (snitches.get(token) as SnitchInBatch).isPostponed = true;
    // Between two check-ins of a journal, a deadline or a run of the first one may pass.
    const late = replayed ? checkIns : canPostpone ? [] : overdue;
    const mayMiss = late.length > 0 && (await mayMissCheckIns(sql, msSinceConnectionLost()));
    const past = checkIns.some(({ receivedAt }) => receivedAt)
      ? await findPast(sql, checkIns, (token) => snitches.get(token)?.snitch.id)
      : undefined;
    const listeningGaps = late[0] ? await recentListeningGaps(sql, findLatest(late)) : [];
    if (late[0])
      await addForgotten(
        sql,
        [...snitches.values()].map(({ snitch }) => snitch),
        findLatest(late),
      );
    const applied = await applyAll(
      sql,
      checkIns,
      snitches,
      {
        replayed,
        existingIds,
        mayMiss,
        defers: defers && !(await isReplayHeld(sql, msSinceConnectionLost())),
        listeningGaps,
        ...(past && { past }),
      },
      canPostpone,
    );

    const changed = [...snitches.values()].filter(({ isChanged, isPostponed }) => isChanged && !isPostponed);
    const deferred = changed.filter(isOnlyDeferred);
    changedSnitches = changed.filter((found) => isTransition(found) && !isOnlyDeferred(found));
    const write = async () => {
      [, , , newRows] = await Promise.all([
        insertCheckIns(
          sql,
          applied.flatMap(({ row }) => row ?? []),
          replayed,
        ),
        saveRoutine(
          sql,
          changed.filter(isRoutine).map(({ snitch }) => snitch),
        ),
        saveDeferred(
          sql,
          deferred.map(({ snitch }) => snitch),
        ),
        applyTransitions(sql, changedSnitches),
        past && noteLate(sql, changedSnitches),
        insertOutputs(
          sql,
          applied.flatMap(({ output }) => output ?? []),
        ),
      ]);
      return applied.map(({ result }) => result);
    };
    return { writes: write(), isSent: changedSnitches.length === 0 };
  });
  if (newRows) wakeWorkersLater(newRows);
  publishChange(changedSnitches.map(({ snitch }) => snitch.caseId));
  return results;
}

/** Has the workers apply the late reports of these snitches. */
async function noteLate(sql: Sql, changed: SnitchInBatch[]): Promise<void> {
  const late = changed.filter((found) => found.late);
  if (late.length === 0) return;
  const seconds = (times: (Date | undefined)[]) => times.map((at) => (at ? at.getTime() / 1_000 : null));
  await sql(
    `UPDATE snitches s SET late_since = least(s.late_since, to_timestamp(n.since)),
       applied_until = CASE WHEN s.late_since IS NULL THEN to_timestamp(n.until) ELSE s.applied_until END
     FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS n (id, since, until) WHERE s.id = n.id`,
    [
      late.map(({ snitch }) => snitch.id),
      seconds(late.map((found) => found.late?.since)),
      seconds(late.map((found) => found.late?.appliedUntil)),
    ],
  );
  await wakeTimers(sql, "late-reports");
}

/**
 * Locks the snitches of these check-ins and loads the runs that they may belong to. By token. `postpones`: those whose state is not
 * routine are postponed, unless there is only one snitch.
 */
async function lockBatch(
  sql: Sql,
  checkIns: CheckIn[],
  postpones: boolean,
): Promise<Map<string, SnitchInBatch>> {
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
  const isPostponed = (snitch: LockedSnitch) => postpones && locked.length > 1 && !hasRoutineState(snitch);
  const applied = locked.filter((snitch) => !isPostponed(snitch));
  await loadOtherRuns(sql, checkIns, applied);
  const lastErrors = await findLastErrors(sql, checkIns, applied);
  return new Map(
    locked.map((snitch) => [
      snitch.token,
      {
        isChanged: false,
        isPostponed: isPostponed(snitch),
        wasRoutine: hasRoutineState(snitch),
        lastErrorAt: lastErrors.get(snitch.id) ?? null,
        rows: new Map(),
        ...untouched(snitch),
      },
    ]),
  );
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
  const named = checkIns.flatMap(({ token, signal }) => (signal?.rid ? [{ token, rid: signal.rid }] : []));
  return findLatestRuns(sql, tokens, named, findEarliest(checkIns));
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

/** Applies the check-ins in order. */
async function applyAll(
  sql: Sql,
  checkIns: CheckIn[],
  snitches: Map<string, SnitchInBatch>,
  context: BatchContext,
  canPostpone: boolean,
): Promise<RecordedRow[]> {
  const applied: RecordedRow[] = [];
  for (const checkIn of checkIns) {
    const found = snitches.get(checkIn.token);
    const meant = found ? understand(checkIn, found.snitch) : checkIn;
    const one = found?.isPostponed ? POSTPONED : applyCheckIn(found, meant, context);
    if (found && canPostpone && (one.late || isTransition(found))) found.isPostponed = true;
    applied.push(found && one.late && !canPostpone ? await applyLate(sql, found, meant, one, context) : one);
  }
  // Those before the one that changes its snitch are postponed with it.
  return canPostpone
    ? applied.map((one, i) => (snitches.get(checkIns[i]?.token ?? "")?.isPostponed ? POSTPONED : one))
    : applied;
}

/** What is recorded of a check-in. */
type RecordedRow = Omit<Applied, "result"> & { result: RecordResult };

const POSTPONED: RecordedRow = { result: { kind: "postponed" } };

/** Whether more has changed than a routine check-in changes. */
const isTransition = (found: SnitchInBatch) => found.isChanged && !isRoutine(found);

/** A check-in as the filters of its snitch understand it. */
function understand(checkIn: CheckIn, { filters, status, pauseUntil }: LockedSnitch): CheckIn {
  if (!filters) return checkIn;
  const isIgnored = filters.manualResume && status === "paused" && pauseUntil === "unpaused";
  return isIgnored ? asIgnored(checkIn) : filterCheckIn(checkIn, filters);
}

/** Puts a late signal in its place. What it printed belongs to its run. */
async function applyLate(
  sql: Sql,
  found: SnitchInBatch,
  checkIn: CheckIn,
  { late, output, ...applied }: RecordedRow,
  context: BatchContext,
): Promise<RecordedRow> {
  if (!late) return applied;
  const runId = await applyLateSignal(sql, found, checkIn, late, context);
  return { ...applied, ...(output && runId && { output: { ...output, runId } }) };
}

/** The ids of the check-ins that are recorded already. Looks only for those from a journal, and for those that senders may repeat. */
async function findRecorded(
  sql: Sql,
  checkIns: CheckIn[],
  snitches: Map<string, SnitchInBatch>,
  replayed: boolean,
): Promise<Set<string>> {
  const repeatable = checkIns.filter(({ mayRepeat }) => mayRepeat);
  const existing = replayed ? await findExisting(sql, listKeys(checkIns, snitches)) : new Set<string>();
  if (repeatable.length === 0) return existing;
  return new Set([...existing, ...(await findRepeated(sql, listKeys(repeatable, snitches)))]);
}

const listKeys = (checkIns: CheckIn[], snitches: Map<string, SnitchInBatch>) =>
  checkIns.flatMap(({ id, at, token }) => {
    const found = snitches.get(token);
    return found ? { id, at, snitchId: found.snitch.id } : [];
  });
