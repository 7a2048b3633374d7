import { tellChanged } from "@/lib/live/changes";
import { ringLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { HEARING_ALLOWANCE_MS, settle } from "@/lib/rules/apply-time";
import { type Locked, lockSnitches } from "@/lib/snitches/store";
import { type Written, writeDown } from "./save-transitions";
import { mustHold } from "./sweep-guard";

/** How many snitches one transaction settles. */
const BATCH = 2_000;

/**
 * Settles every snitch for which time has brought something about by now: a deadline passed, a pause ended.
 * May run late, twice, or in several workers at once. Returns how many it settled: none while a door may have heard
 * more than the database knows. `msSinceLoss` tells how long ago this process last could not reach the database.
 */
export async function sweepDeadlines(now: Date, msSinceLoss = Number.POSITIVE_INFINITY): Promise<number> {
  if (await mustHold(msSinceLoss)) return 0;
  for (let settled = 0; ; ) {
    const count = await sweepBatch(now);
    settled += count;
    if (count < BATCH) return settled;
  }
}

// What an undecided snitch missed is for `catchUp` to say: the history holds check-ins that its row knows nothing of.
const dueBy = (column: string, by: string) =>
  `SELECT id FROM (SELECT id FROM snitches WHERE ${column} <= ${by} AND undecided_since IS NULL
                   ORDER BY ${column} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS ${column}`;

const DUE = `s.id IN (${dueBy("deadline", "$1")} UNION ALL ${dueBy("pause_ends_at", "$2")})`;

async function sweepBatch(now: Date): Promise<number> {
  const { due, owed } = await transaction(async (sql) => {
    const heardUntil = new Date(now.getTime() - HEARING_ALLOWANCE_MS);
    const due = await lockSnitches(sql, DUE, [heardUntil, now]);
    return {
      due,
      owed: await writeDown(
        sql,
        due.map((snitch) => settled(snitch, now)),
      ),
    };
  });
  ringLater(owed);
  tellChanged(due.map(({ caseId }) => caseId));
  return due.length;
}

function settled(snitch: Locked, now: Date): Written {
  const { snitch: after, ...rest } = settle(snitch, now);
  return { snitch: { ...snitch, ...after }, ...rest };
}
