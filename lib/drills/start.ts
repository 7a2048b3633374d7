import type { Actor } from "@/lib/audit/record";
import { countManualSend } from "@/lib/channels/rate-limits";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { MINUTE_MS } from "@/lib/rules/durations";
import { formatCount } from "@/lib/rules/format-count";
import { beginDrill, msUntilNextDrill } from "./begin";
import { lockCaseForDrill } from "./lock-case";

const NO_ONE =
  "There is no one to notify: no channel is enabled, and no address can be emailed. Add a channel or invite a member.";

/**
 * Sends a message that is marked as a fire drill through every channel of a case that is switched on, and to every address that
 * its alerts are emailed to. Returns the id of the drill. Refuses if there is no one to notify, if another one was started less
 * than ten minutes ago, or if the person or the case has asked for too many messages.
 */
export async function startDrill(caseId: string, by: Actor, now: Date): Promise<string> {
  if (by.id !== null) await countManualSend(caseId, by.id, now);
  const { id, newRows } = await transaction(async (sql) => {
    const theCase = await lockCaseForDrill(sql, caseId);
    if (!theCase) throw notFound("case");
    refuseIfRecent(await msUntilNextDrill(sql, caseId, now));
    const context = { caseId, caseName: theCase.name, startedBy: by.name, startedAt: now };
    const drill = await beginDrill(sql, context, by);
    if (!drill) throw new Refusal("resource_invalid", NO_ONE);
    return drill;
  });
  wakeWorkersLater(newRows);
  publishChange([caseId]);
  return id;
}

function refuseIfRecent(waitMs: number): void {
  if (waitMs <= 0) return;
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  throw new Refusal(
    "rate_limited",
    `A fire drill was started less than ten minutes ago. Start the next one in ${formatCount(minutes, "minute")}.`,
  );
}
