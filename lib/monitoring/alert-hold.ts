import { listOutcomes } from "@/lib/history/outcomes";
import { emailOperator, OPERATOR_URL } from "@/lib/outages/email-operator";
import { lastArrival } from "@/lib/outages/listener-state";
import { recentListeningGaps } from "@/lib/outages/listening-gaps";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { toSite } from "@/lib/platform/network";
import {
  COUNTED_PERIODS,
  type DueSnitch,
  HOLD_WINDOW_MS,
  MAX_HOLD_MS,
  suspiciouslyQuiet,
} from "@/lib/rules/notifications/alert-hold";
import type { Run } from "@/lib/rules/runs/run";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { type Window, windowAt, windowDueAt } from "@/lib/rules/schedule/windows";
import { applyTime, firstOverdue } from "@/lib/rules/state/apply-time";
import type { SnitchState } from "@/lib/rules/state/snitch-state";
import { findRunning } from "@/lib/runs/store";
import { addDroppedRuns } from "@/lib/snitches/dropped-runs";
import { addRuns, readSnitches } from "@/lib/snitches/store";
import { isDueBy } from "@/lib/snitches/watch-at";

/** Enough to find five from two networks, and few enough to look at in every sweep. */
const MAX_LOOKED_AT = 200;

/** A time in which no check-in arrives. Once it has expired, alerts are sent although it goes on. */
export type AlertHold = { startsAt: Date; heldAt: Date; expiredAt: Date | null };

/** The hold that has not ended; null if there is none. */
export async function findAlertHold(): Promise<AlertHold | null> {
  const [hold = null] = await query<AlertHold>(
    `SELECT starts_at AS "startsAt", held_at AS "heldAt", expired_at AS "expiredAt" FROM alert_holds
     WHERE ends_at IS NULL`,
  );
  return hold;
}

/**
 * Whether misses must not be alerted now, because many jobs are due, but no check-in of any job arrives: probably the way
 * to Tattle is broken, and not all jobs at once. Begins, ends and expires the hold. Emails the operator when it begins.
 */
export async function areAlertsHeld(now: Date): Promise<boolean> {
  const [hold, arrivedAt] = [await findAlertHold(), await lastArrival()];
  if (!hold) return arrivedAt !== null && beginHold(now, arrivedAt);
  if (arrivedAt && arrivedAt > hold.startsAt) return endHold(arrivedAt);
  if (hold.expiredAt) return false;
  if (now.getTime() - hold.heldAt.getTime() < MAX_HOLD_MS) return true;
  await query("UPDATE alert_holds SET expired_at = $1 WHERE ends_at IS NULL AND expired_at IS NULL", [now]);
  log.error(
    { since: hold.startsAt },
    "still no check-in is received: alerts are sent in one summary for each case",
  );
  return false;
}

async function endHold(arrivedAt: Date): Promise<false> {
  await query("UPDATE alert_holds SET ends_at = $1 WHERE ends_at IS NULL", [arrivedAt]);
  log.warn({ arrivedAt }, "check-ins are received again");
  return false;
}

async function beginHold(now: Date, arrivedAt: Date): Promise<boolean> {
  const due = await listDue(now, arrivedAt);
  const overdue = suspiciouslyQuiet(due, arrivedAt);
  if (overdue.length === 0) return false;
  const newRows = await transaction(async (sql) => {
    const [begun] = await sql<{ startsAt: Date }>(
      `INSERT INTO alert_holds (starts_at, held_at) VALUES ($1, $2) ON CONFLICT DO NOTHING
       RETURNING starts_at AS "startsAt"`,
      [arrivedAt, now],
    );
    if (!begun) return null;
    log.error({ since: arrivedAt, expected: overdue.length }, "no check-in is received: alerts are delayed");
    const heldUntil = new Date(now.getTime() + MAX_HOLD_MS);
    const facts = { since: arrivedAt, expected: overdue.length, heldUntil, url: OPERATOR_URL };
    return emailOperator(sql, { kind: "no_check_ins", facts });
  });
  if (newRows) wakeWorkersLater(newRows);
  return true;
}

/** The healthy snitches that would now be called missing, because of a deadline or the limit of a run, with what shows whether that is credible. */
async function listDue(now: Date, arrivedAt: Date): Promise<DueSnitch[]> {
  const dueUntil = new Date(now.getTime() - DEADLINE_ALLOWANCE_MS);
  const dueSince = new Date(Math.max(dueUntil.getTime() - HOLD_WINDOW_MS, arrivedAt.getTime()));
  const due = await readSnitches(
    query,
    // With OR instead of UNION, no index would be used.
    `s.id IN (SELECT id FROM snitches WHERE ${isDueBy("$2")} AND deadline > $1
              UNION ALL SELECT snitch_id FROM runs WHERE limit_at > $1 AND limit_at <= $2)
      AND s.status = 'healthy' AND s.deferred_since IS NULL`,
    [dueSince, dueUntil],
    MAX_LOOKED_AT,
  );
  if (due.length === 0) return [];
  addRuns(
    due,
    await findRunning(
      query,
      due.map(({ id }) => id),
    ),
  );
  await addDroppedRuns(query, due, now);
  const listeningGaps = await recentListeningGaps(query, now);
  const alerted = due.filter((snitch) => applyTime(snitch, now, listeningGaps).alerts.length > 0);
  const withRuns = alerted.map((snitch) => ({ snitch, run: overdueRun(snitch, dueUntil, now) }));
  const [addresses, history] = await Promise.all([
    latestAddresses(alerted.map(({ id }) => id)),
    listOutcomes(
      withRuns.map(({ snitch, run }) => ({ id: snitch.id, windows: windowsBefore(snitch, run) })),
      // Whether maintenance excused a run does not matter here: only how regularly the job reported.
      Promise.resolve(new Map()),
      now,
    ),
  ]);
  return withRuns.map(({ snitch, run }) => ({
    snitch,
    limitAt: run?.limitAt ?? null,
    network: toSite(addresses.get(snitch.id) ?? ""),
    keptPeriods: (history.get(snitch.id) ?? []).filter(({ counts }) => counts.healthy + counts.errored > 0)
      .length,
  }));
}

/** The run that exceeded its limit, if that and not a deadline makes the snitch due. */
const overdueRun = ({ deadline, runs }: SnitchState, dueUntil: Date, now: Date): Run | null =>
  deadline && deadline > dueUntil ? firstOverdue(runs, now) : null;

/** The address that the latest check-in of each snitch came from, by snitch id. */
async function latestAddresses(snitchIds: string[]): Promise<Map<string, string>> {
  const rows = await query<{ id: string; address: string }>(
    `SELECT n.id, latest.address FROM unnest($1::uuid[]) AS n(id) CROSS JOIN LATERAL (
       SELECT address FROM check_ins c WHERE c.snitch_id = n.id AND c.accepted ORDER BY at DESC, c.id DESC LIMIT 1
     ) AS latest`,
    [snitchIds],
  );
  return new Map(rows.map(({ id, address }) => [id, address]));
}

/** The windows before the one that the run or the deadline belongs to, oldest first. */
function windowsBefore(snitch: SnitchState, run: Run | null): Window[] {
  const windows: Window[] = [];
  let { start } = run ? windowAt(snitch, run.at) : windowDueAt(snitch, snitch.deadline ?? new Date(0));
  while (windows.length < COUNTED_PERIODS) {
    const window = windowAt(snitch, new Date(start.getTime() - 1));
    windows.push(window);
    start = window.start;
  }
  return windows.reverse();
}
