import type { Actor } from "@/lib/audit/actor";
import { changesBetween, recordEvents } from "@/lib/audit/record";
import { db, sqlOf } from "@/lib/platform/db";
import type { CaseChanges } from "./input";

/** Changes the name and alert address of a case, and records the differences. Does nothing if there are none. */
export async function updateCase(caseId: string, changes: CaseChanges, by: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name, alertEmail } = await tx.case.findUniqueOrThrow({ where: { id: caseId } });
    const facts = changesBetween(
      { name, alert_address: alertEmail },
      { name: changes.name, alert_address: changes.alertEmail },
    );
    if (Object.keys(facts).length === 0) return;
    await tx.case.update({ where: { id: caseId }, data: changes });
    await recordEvents(sqlOf(tx), caseId, by, [
      { action: "case.changed", resource: { id: caseId, name }, facts },
    ]);
  });
}
