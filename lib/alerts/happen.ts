import { type Sql, transaction } from "@/lib/db";
import { notFound } from "@/lib/refusal";
import { type Locked, lockSnitches, saveSnitches } from "@/lib/snitches/change";
import { befall, type Happening } from "@/lib/snitches/status";
import { ringLater } from "./outbox";
import { raiseAlerts } from "./raise";

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
    const after = befall(snitch, happening);
    await saveSnitches(sql, [{ ...snitch, ...after.snitch }]);
    return raiseAlerts(sql, [{ snitch, tales: after.tales }]);
  });
  if (owed) ringLater(owed);
}
