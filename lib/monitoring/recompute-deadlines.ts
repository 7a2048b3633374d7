import { query, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { deadlineAfter } from "@/lib/rules/claim";
import { nextDeadline } from "@/lib/rules/next-deadline";
import { type LockedSnitch, lockSnitches, saveSnitches } from "@/lib/snitches/store";

/** How many snitches one transaction takes. */
const BATCH_SIZE = 1_000;

let current: string | null = null;

/**
 * Computes the deadlines of all schedules again if they were computed with another version of the time zone database: a
 * country may have changed its clocks. Call it before a sweep. Safe to repeat and in several workers at once. Returns how
 * many deadlines changed.
 */
export async function recomputeDeadlines(version: string, now: Date): Promise<number> {
  if (current === version) return 0;
  const [stored] = await query<{ version: string }>("SELECT version FROM timezone_data");
  const changed = stored && stored.version !== version ? await recomputeAll(now) : 0;
  await query(
    "INSERT INTO timezone_data (id, version) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET version = $1",
    [version],
  );
  if (stored && stored.version !== version) {
    log.info({ from: stored.version, to: version, changed }, "deadlines follow the new time zone database");
  }
  current = version;
  return changed;
}

async function recomputeAll(now: Date): Promise<number> {
  let changed = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const batch = await transaction(async (sql) => {
      const snitches = await lockSnitches(
        sql,
        `s.id IN (SELECT id FROM snitches WHERE schedule IS NOT NULL AND deadline IS NOT NULL AND id > $1
                  ORDER BY id LIMIT ${BATCH_SIZE})`,
        [after],
      );
      const moved = snitches.flatMap((snitch) => {
        const deadline = deadlineOf(snitch, now);
        return deadline.getTime() === snitch.deadline?.getTime() ? [] : [{ ...snitch, deadline }];
      });
      await saveSnitches(sql, moved);
      return { last: snitches.at(-1)?.id, count: snitches.length, moved: moved.length };
    });
    changed += batch.moved;
    if (!batch.last || batch.count < BATCH_SIZE) return changed;
    after = batch.last;
  }
}

/** The deadline after the latest report, or a fresh one if that is over: nobody is alerted because of a new database. */
function deadlineOf(snitch: LockedSnitch, now: Date): Date {
  const { checkedInAt, erroredAt } = snitch;
  const reportedAt = new Date(Math.max(checkedInAt?.getTime() ?? 0, erroredAt?.getTime() ?? 0));
  const deadline = nextDeadline(snitch, reportedAt);
  return deadline > now ? deadline : deadlineAfter(snitch, now);
}
