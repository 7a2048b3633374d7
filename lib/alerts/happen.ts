import { tellChanged } from "@/lib/cases/changes";
import { type Sql, transaction } from "@/lib/db";
import { ringLater } from "@/lib/outbox/ring";
import { msSinceLoss } from "@/lib/pool";
import { notFound, Refusal } from "@/lib/refusal";
import { befall } from "@/lib/snitches/befall";
import { type Locked, lockSnitches } from "@/lib/snitches/change";
import { isOverdue } from "@/lib/snitches/settle";
import type { Happening } from "@/lib/snitches/status";
import { isInDoubt } from "./hold";
import { writeDown } from "./write-down";

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
