import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { sharedLimiter } from "@/lib/platform/limiter";
import { log } from "@/lib/platform/log";

/** So that no one fills the audit log of others. Further attempts are lines of the log. */
const MAX_EVENTS_AN_HOUR = 30;

const countAttempt = (key: string, now: Date) =>
  sharedLimiter({ name: "refused-access", limit: MAX_EVENTS_AN_HOUR, windowSeconds: 3_600 }).consume(
    key,
    now,
  );

/**
 * Records in the audit log of a case that a person who is not in it tried to open it. Does nothing if there is no such case. Call it
 * after the response: its time must not show whether there is one.
 */
export async function recordRefusedAccess(caseId: string, by: Actor, now: Date): Promise<void> {
  const { isExceeded } = await countAttempt(`${by.id} ${caseId}`, now);
  log.warn({ userId: by.id, caseId, address: by.address }, "access to a case refused");
  if (isExceeded) return;
  await transaction(async (sql) => {
    const [theCase] = await sql<{ name: string }>("SELECT name FROM cases WHERE id = $1", [caseId]);
    const resource = { id: caseId, name: theCase?.name ?? "" };
    if (theCase) await recordEvents(sql, caseId, by, [{ action: "case.access_refused", resource }]);
  });
}
