import { listenerId } from "@/lib/listeners/listener";
import { recentSilences } from "@/lib/listeners/silences";
import { publishChange } from "@/lib/live/publish";
import { applyReport } from "@/lib/monitoring/apply-report";
import { type SnitchTransition, saveTransitions, untouched } from "@/lib/monitoring/save-transitions";
import { mayMissCheckIns } from "@/lib/monitoring/sweep-guard";
import type { NewRows } from "@/lib/outbox/new-rows";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { isConnectionError, isTransactionConflict } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import { isOverdue } from "@/lib/rules/apply-time";
import type { Silence } from "@/lib/rules/silence";
import { type LockedSnitch, lockSnitches, saveRoutine } from "@/lib/snitches/store";
import type { CheckIn, CheckInResult } from "./check-in";
import { commit } from "./connection";
import { type CheckInRow, findExisting, insertCheckIns } from "./insert";
import { countCheckIn, type RateDecision, refusedMinuteToKeep } from "./rate-limit";

/** `replayed`: the check-ins come from a journal. They were answered 202 already, and some may be recorded already. */
type RecordOptions = { replayed: boolean };

const MAX_ATTEMPTS = 3;

/**
 * Records check-ins in order, normally in one transaction, and returns their results in the same order. If Postgres rejects
 * a check-in, only that one is lost. Throws if the database is unavailable; some may be committed even then.
 */
export async function record(checkIns: CheckIn[], options: RecordOptions): Promise<CheckInResult[]> {
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

async function recordOneByOne(checkIns: CheckIn[], options: RecordOptions): Promise<CheckInResult[]> {
  const results: CheckInResult[] = [];
  for (const checkIn of checkIns) results.push(...(await record([checkIn], options)));
  return results;
}

/** A locked snitch with what the check-ins of this batch have changed so far. */
type SnitchInBatch = SnitchTransition & { isChanged: boolean; wasRoutine: boolean };

const hasRoutineState = ({ status, missingSince, deferredSince }: LockedSnitch) =>
  status === "healthy" && missingSince === null && deferredSince === null;

/** True if only the columns of `saveRoutine` changed, and there is nothing else to save. */
const isRoutine = ({ wasRoutine, snitch, alerts, pauses, unknownMisses }: SnitchInBatch) =>
  wasRoutine &&
  hasRoutineState(snitch) &&
  alerts.length === 0 &&
  pauses.length === 0 &&
  unknownMisses.length === 0;

async function recordBatch(checkIns: CheckIn[], { replayed }: RecordOptions): Promise<CheckInResult[]> {
  let newRows: NewRows | undefined;
  let changedSnitches: SnitchInBatch[] = [];
  const results = await commit(async (sql) => {
    const snitches = new Map<string, SnitchInBatch>();
    const tokens = [...new Set(checkIns.map(({ token }) => token))];
    for (const snitch of await lockSnitches(sql, "s.token = ANY($1::text[])", [tokens])) {
      const wasRoutine = hasRoutineState(snitch);
      snitches.set(snitch.token, { ...untouched(snitch), isChanged: false, wasRoutine });
    }

    // Queried after locking: a process that recorded one of them held the same lock until its commit.
    const existingIds = replayed ? await findExisting(sql, keysOf(checkIns, snitches)) : new Set<string>();
    const isLate = ({ token, at }: CheckIn) => {
      const found = snitches.get(token);
      return found !== undefined && isOverdue(found.snitch, at);
    };
    const late = checkIns.filter(isLate);
    const mayMiss = late.length > 0 && (await mayMissCheckIns(sql, msSinceConnectionLost()));
    const silences = late[0] ? await recentSilences(sql, late[0].at) : [];
    const applied = checkIns.map((checkIn) =>
      applyCheckIn(snitches.get(checkIn.token), checkIn, { replayed, existingIds, mayMiss, silences }),
    );

    const changed = [...snitches.values()].filter(({ isChanged }) => isChanged);
    changedSnitches = changed.filter((snitch) => !isRoutine(snitch));
    const write = async () => {
      const rows = applied.flatMap(({ row }) => row ?? []);
      const routine = changed.filter(isRoutine).map(({ snitch }) => snitch);
      [, , newRows] = await Promise.all([
        insertCheckIns(sql, rows, replayed),
        saveRoutine(sql, routine),
        saveTransitions(sql, changedSnitches),
      ]);
      return applied.map(({ result }) => result);
    };
    return { writes: write(), isSent: changedSnitches.length === 0 };
  });
  if (newRows) wakeWorkersLater(newRows);
  publishChange(changedSnitches.map(({ snitch }) => snitch.caseId));
  return results;
}

const keysOf = (checkIns: CheckIn[], snitches: Map<string, SnitchInBatch>) =>
  checkIns.flatMap(({ id, at, token }) => {
    const found = snitches.get(token);
    return found ? { id, at, snitchId: found.snitch.id } : [];
  });

type Applied = { result: CheckInResult; row?: CheckInRow };

type BatchContext = RecordOptions & {
  /** Ids that are in the history already. */
  existingIds: Set<string>;
  /** Whether another process may hold check-ins that the database does not have. */
  mayMiss: boolean;
  /** Loaded only if a check-in is late. */
  silences: Silence[];
};

/** Applies one check-in to its snitch, in place: the next check-in of the batch sees the new state. */
function applyCheckIn(found: SnitchInBatch | undefined, checkIn: CheckIn, context: BatchContext): Applied {
  if (!found) return { result: { kind: "unknown" } };
  const { snitch } = found;
  const decision = countCheckIn(snitch, checkIn.at);
  if (context.existingIds.has(checkIn.id)) return { result: { kind: "recorded", decision } };
  if (!decision.accepted && !context.replayed) return refuse(found, checkIn, decision);

  if (mustDefer(snitch, checkIn.at, context.mayMiss)) {
    snitch.deferredSince = earlier(snitch.deferredSince, checkIn.at);
  } else {
    applyReport(found, checkIn, context.silences);
  }
  Object.assign(snitch, decision.counts);
  found.isChanged = true;
  return {
    result: { kind: "recorded", decision },
    row: { checkIn, snitchId: snitch.id, accepted: true, listenerId: listenerId() },
  };
}

/** True if the check-in must be deferred: applying it now could raise a false alert, or it follows a deferred one. */
const mustDefer = (snitch: LockedSnitch, at: Date, mayMiss: boolean) =>
  (snitch.deferredSince !== null && at >= snitch.deferredSince) || (mayMiss && isOverdue(snitch, at));

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);

function refuse(found: SnitchInBatch, checkIn: CheckIn, decision: RateDecision): Applied {
  const result = { kind: "limited", decision } as const;
  const refusedMinute = refusedMinuteToKeep(found.snitch.refusedMinute, checkIn.at);
  if (!refusedMinute) return { result };
  found.snitch.refusedMinute = refusedMinute;
  found.isChanged = true;
  return { result, row: { checkIn, snitchId: found.snitch.id, accepted: false, listenerId: listenerId() } };
}
