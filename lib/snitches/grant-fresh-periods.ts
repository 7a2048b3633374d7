import { transaction } from "@/lib/platform/db";
import { deadlineAfter } from "@/lib/rules/state/match-tick";
import { saveSnitches } from "./save";
import { lockSnitches } from "./store";
import { firstDue, isDueBy } from "./watch-at";

/** Batch size: snitches in one transaction. */
const BATCH_SIZE = 1_000;

/**
 * Grants a fresh period from now to every snitch whose deadline has passed. For use after a restore: the backup lacks the
 * check-ins since it was made. Safe to repeat. Returns how many snitches changed.
 */
export async function grantFreshPeriods(now: Date): Promise<number> {
  for (let granted = 0; ; ) {
    const count = await transaction(async (sql) => {
      const due = await lockSnitches(
        sql,
        `s.id IN (SELECT id FROM snitches WHERE ${isDueBy("$1")} ${firstDue(BATCH_SIZE)})`,
        [now],
      );
      await saveSnitches(
        sql,
        due.map((snitch) => ({
          ...snitch,
          deadline: deadlineAfter(snitch, now),
          deadlineBy: "restored",
          deadlineSince: now,
        })),
      );
      return due.length;
    });
    granted += count;
    if (count < BATCH_SIZE) return granted;
  }
}
