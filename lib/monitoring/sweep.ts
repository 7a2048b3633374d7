import { escalateIncidents } from "@/lib/incidents/escalate";
import { expireAcknowledgements } from "@/lib/incidents/expire-acknowledgements";
import { sweepIncidents } from "@/lib/incidents/sweep";
import { endMachineIncidents } from "@/lib/machines/end-machine-incidents";
import { CANARY } from "@/lib/metrics/canary";
import { listVanished } from "@/lib/outages/listener-state";
import { recentListeningGaps } from "@/lib/outages/listening-gaps";
import { isSweepBlocked, mayMissCheckIns } from "@/lib/outages/sweep-guard";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { observeWrites } from "@/lib/platform/write-rate";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { applyTime } from "@/lib/rules/state/apply-time";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";
import type { LockedSnitch } from "@/lib/snitches/store";
import { indexPassedDeadlines } from "@/lib/snitches/watch-at";
import { areAlertsHeld } from "./alert-hold";
import { applyTransitions, withRow } from "./apply-transitions";
import { type DueRow, listDue, lockDue } from "./due-snitches";

/**
 * Applies the passing of time to all snitches:
 *
 * 1. Stop if a missed deadline may be our own fault: while check-ins may be missing, or nothing arrives from many jobs.
 * 2. End the incidents of machines that report again (`endMachineIncidents`).
 * 3. List the snitches whose deadline, run limit or pause is over.
 * 4. In batches, lock those that are still due, stop if check-ins may be missing now, decide what the time means for each, and
 *    save that with its alerts.
 * 5. After each commit, wake the workers that send; after the last one, call `onChanged` if a snitch changed.
 * 6. Evaluate and escalate the open incidents whose time has come, and ask about old acknowledgements.
 * 7. Index the deadlines of those that were looked at and had checked in (`watch-at.ts`).
 *
 * Safe to run late, twice, or in several workers at once. Returns how many snitches changed.
 */
export async function sweepDeadlines(
  now: Date,
  msSinceConnectionLost: number,
  onChanged: () => void = () => {},
): Promise<number> {
  if (await isSweepBlocked(msSinceConnectionLost)) return 0;
  if (await areAlertsHeld(now)) return 0;
  await endMachineIncidents(now);
  const sweep = await startSweep(now, msSinceConnectionLost);
  const swept = await sweepAll(sweep, await listDue(sweep));
  if (swept > 0) onChanged();
  await sweepIncidents(now);
  await expireAcknowledgements(now);
  await escalateIncidents(now);
  await indexPassedDeadlines(sweep.dueUntil);
  return swept;
}

/** `dueUntil`: the latest deadline whose allowance has passed. `vanished`: ids of crashed check-in servers. */
type Sweep = {
  now: Date;
  dueUntil: Date;
  msSinceConnectionLost: number;
  listeningGaps: ListeningGap[];
  vanished: number[];
};

// Called after the hold: one that has just ended is a listening gap, and one that has just expired is none.
const startSweep = async (now: Date, msSinceConnectionLost: number): Promise<Sweep> => ({
  now,
  msSinceConnectionLost,
  dueUntil: new Date(now.getTime() - DEADLINE_ALLOWANCE_MS),
  listeningGaps: await recentListeningGaps(query, now),
  vanished: await listVanished(),
});

/** Batch size: snitches in one transaction. */
const BATCH_SIZE = 500;

/** Others keep the database busy if more transactions than this write in a second. A sweep alone has about ten. */
const BUSY = 50;

/**
 * Sweeps more than a batch in two halves at once: while Postgres saves a batch of one, this process works on the other’s. Both take
 * all of a small machine, so the second half waits while others keep the database busy, at most until the first one is swept. A case
 * is never in both, because what is sent about a snitch depends on its parents and on the emails that its case has just sent.
 */
async function sweepAll(sweep: Sweep, due: DueRow[]): Promise<number> {
  if (due.length <= BATCH_SIZE) return sweepInBatches(sweep, due);
  const half = (n: number) => due.filter((each) => pickHalf(each) === n);
  const countWrites = await observeWrites();
  let isFirstSwept = false;
  const first = sweepInBatches(sweep, half(0)).finally(() => {
    isFirstSwept = true;
  });
  const second = sweepInBatches(sweep, half(1), async () => {
    while (!isFirstSwept && (await countWrites()) > BUSY);
  });
  // If one fails, the other ends, too.
  await Promise.allSettled([first, second]);
  return (await first) + (await second);
}

/** The last digit of an id is random. */
const pickHalf = ({ caseId }: DueRow) => Number.parseInt(caseId.slice(-1), 16) % 2;

/** `ready`: awaited before each batch. */
async function sweepInBatches(
  sweep: Sweep,
  due: DueRow[],
  ready: () => Promise<void> = async () => {},
): Promise<number> {
  let swept = 0;
  for (let first = 0; first < due.length; first += BATCH_SIZE) {
    await ready();
    const batch = due.slice(first, first + BATCH_SIZE);
    swept += await sweepBatch(
      sweep,
      batch.map(({ id }) => id),
    );
  }
  return swept;
}

async function sweepBatch(sweep: Sweep, ids: string[]): Promise<number> {
  const { snitches, newRows } = await transaction(async (sql) => {
    const locked = await lockDue(sql, ids, sweep, sweep.vanished);
    // Since the sweep began, the database may have been frozen, and check-ins kept in journals.
    const snitches = (await mayMissCheckIns(sql, sweep.msSinceConnectionLost)) ? [] : locked;
    const transitions = snitches.map((snitch) => applySweep(sweep, snitch));
    return { snitches, newRows: await applyTransitions(sql, transitions, sweep.now) };
  });
  wakeWorkersLater(newRows);
  publishChange(snitches.map(({ caseId }) => caseId));
  return snitches.length;
}

/** No one reports for the canary: a listening gap hides nothing, and after one it has to show at once that alerts arrive. */
const applySweep = ({ now, listeningGaps }: Sweep, snitch: LockedSnitch) =>
  withRow(snitch, applyTime(snitch, now, snitch.id === CANARY.snitchId ? [] : listeningGaps));
