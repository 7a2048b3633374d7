import { type KeyScope, scopeFilter } from "@/lib/cases/key-scope";
import { db } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound } from "@/lib/platform/refusal";

/** The tokens that belong to snitches in a key's scope. */
export async function listInScope(caseId: string, scope: KeyScope, tokens: string[]): Promise<Set<string>> {
  const snitches = await db.snitch.findMany({
    where: { caseId, token: { in: tokens.filter(isPostgresText) }, ...scopeFilter(scope) },
    select: { token: true },
  });
  return new Set(snitches.map(({ token }) => token));
}

/** Refuses a snitch outside a key's scope as if it, or the part of it, didn't exist. */
export async function refuseOutside(
  caseId: string,
  scope: KeyScope,
  token: string,
  what = "snitch",
): Promise<void> {
  const inScope = await listInScope(caseId, scope, [token]);
  if (inScope.size === 0) throw notFound(what);
}
