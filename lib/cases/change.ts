import { db } from "@/lib/db";
import type { CaseChanges } from "./input";

export async function changeCase(caseId: string, changes: CaseChanges): Promise<void> {
  await db.case.update({ where: { id: caseId }, data: changes });
}
