import { isPostgresText } from "@/lib/platform/postgres-text";
import { intervalOf } from "@/lib/rules/schedule/interval";
import { findSnitch } from "@/lib/snitches/find";

/** The snitch of this case that the form copies. Undefined, and the form is empty, if there is none with this token. */
export async function loadOriginal(caseId: string, token: unknown) {
  if (typeof token !== "string" || !isPostgresText(token)) return undefined;
  const snitch = await findSnitch(caseId, token);
  return snitch ? { ...snitch, interval: intervalOf(snitch) } : undefined;
}
