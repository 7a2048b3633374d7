import { type KeyScope, scopeFilter } from "@/lib/cases/key-scope";
import { db } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound } from "@/lib/platform/refusal";

/** Those of the tokens that belong to snitches of the case that a key reaches. */
export async function listInScope(caseId: string, scope: KeyScope, tokens: string[]): Promise<Set<string>> {
  const snitches = await db.snitch.findMany({
    where: { caseId, token: { in: tokens.filter(isPostgresText) }, ...scopeFilter(scope) },
    select: { token: true },
  });
  return new Set(snitches.map(({ token }) => token));
}

/** Refuses a snitch that a key does not reach, as if there were none, or no such thing of it. */
export async function refuseOutside(
  caseId: string,
  scope: KeyScope,
  token: string,
  what = "snitch",
): Promise<void> {
  const inScope = await listInScope(caseId, scope, [token]);
  if (inScope.size === 0) throw notFound(what);
}
