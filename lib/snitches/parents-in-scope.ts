import type { KeyScope } from "@/lib/cases/key-scope";
import { query } from "@/lib/platform/db";
import { findDependencies, unknownParent } from "./dependencies";
import { findSnitch } from "./find";
import { listInScope } from "./scope";

/** Refuses parents that a key does not reach, as if the case had no such snitches. */
export async function refuseParentsOutside(
  caseId: string,
  scope: KeyScope,
  tokens: string[] | null | undefined,
): Promise<void> {
  if (!scope || !tokens?.length) return;
  const inScope = await listInScope(caseId, scope, tokens);
  const outside = tokens.find((token) => !inScope.has(token));
  if (outside !== undefined) throw unknownParent(outside);
}

/** The parents that a key gives a snitch, and those that it does not see: it takes none of them away. */
export async function withParentsOutside<Tokens extends string[] | null | undefined>(
  caseId: string,
  scope: KeyScope,
  token: string,
  tokens: Tokens,
): Promise<Tokens | string[]> {
  if (!scope || tokens === undefined) return tokens;
  await refuseParentsOutside(caseId, scope, tokens);
  const snitch = await findSnitch(caseId, token);
  const parents = snitch ? ((await findDependencies(query, [snitch.id])).get(snitch.id) ?? []) : [];
  const inScope = await listInScope(caseId, scope, parents);
  return [...(tokens ?? []), ...parents.filter((parent) => !inScope.has(parent))];
}
