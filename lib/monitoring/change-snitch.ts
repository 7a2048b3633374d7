import { tellChanged } from "@/lib/live/changes";
import { ringLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { msSinceLoss } from "@/lib/platform/pool";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { befall } from "@/lib/rules/apply-event";
import { isOverdue } from "@/lib/rules/apply-time";
import type { Happening } from "@/lib/rules/status";
import { type Locked, lockSnitches } from "@/lib/snitches/store";
import { writeDown } from "./save-transitions";
import { isInDoubt } from "./sweep-guard";

/**
 * Lets something befall one snitch of a case: its new state and what people must be told are one commit. `decide` sees
 * the locked snitch and may refuse, or write more in the same transaction; null means that nothing befalls it.
 */
export async function happenTo(
  caseId: string,
  token: string,
  decide: (snitch: Locked, sql: Sql) => Happening | null | Promise<Happening | null>,
): Promise<void> {
  const owed = await transaction(async (sql) => {
    const [snitch] = await lockSnitches(sql, "s.case_id = $1 AND s.token = $2", [caseId, token]);
    if (!snitch) throw notFound("snitch");
    const happening = await decide(snitch, sql);
    if (!happening) return null;
    await refuseInDoubt(sql, snitch, happening.at);
    const { snitch: after, ...rest } = befall(snitch, happening);
    return writeDown(sql, [{ snitch: { ...snitch, ...after }, ...rest }]);
  });
  if (owed) ringLater(owed);
  tellChanged([caseId]);
}

/** What happens to a snitch first tells of its misses; that cannot be done while another door may have heard of its job. */
async function refuseInDoubt(sql: Sql, snitch: Locked, at: Date): Promise<void> {
  if (!snitch.undecidedSince && !(isOverdue(snitch, at) && (await isInDoubt(sql, msSinceLoss())))) return;
  throw new Refusal(
    "service_unavailable",
    "Check-ins of the last minutes are still being recorded, and this snitch’s may be among them. Try again in a minute.",
  );
}
