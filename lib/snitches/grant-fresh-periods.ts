import { transaction } from "@/lib/platform/db";
import { deadlineAfter } from "@/lib/rules/period";
import { lockSnitches, saveSnitches } from "./store";

const BATCH = 1_000;

/**
 * Grants every snitch whose deadline has passed a fresh period from now: we know nothing of what its job did meanwhile,
 * so its silence is ours. Safe to repeat. Returns how many there were.
 */
export async function grantFreshPeriods(now: Date): Promise<number> {
  for (let granted = 0; ; ) {
    const count = await transaction(async (sql) => {
      const due = await lockSnitches(
        sql,
        `s.id IN (SELECT id FROM snitches WHERE deadline <= $1 ORDER BY deadline LIMIT ${BATCH})`,
        [now],
      );
      await saveSnitches(
        sql,
        due.map((snitch) => ({ ...snitch, deadline: deadlineAfter(snitch.interval, now) })),
      );
      return due.length;
    });
    granted += count;
    if (count < BATCH) return granted;
  }
}
