import { db } from "@/lib/db";
import { notFound } from "@/lib/refusal";

/** Removes a snitch of this case with everything it holds. Its check-in URL is unknown from then on. */
export async function removeSnitch(caseId: string, token: string): Promise<void> {
  const { count } = await db.snitch.deleteMany({ where: { caseId, token } });
  if (count === 0) throw notFound("snitch");
}
