import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";

/** Gives the case another DSN. The old one stops working at once. Only for those who may manage keys. */
export async function replaceDsn(caseId: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const [theCase] = await sql<{ id: string; name: string }>(
      "UPDATE cases SET dsn_version = dsn_version + 1, dsn_snitches_added = 0 WHERE id = $1 RETURNING id, name",
      [caseId],
    );
    if (theCase) await recordEvents(sql, caseId, by, [{ action: "case.dsn_replaced", resource: theCase }]);
  });
}
