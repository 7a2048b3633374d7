import type { KeyScope } from "@/lib/cases/key-scope";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { listInScope } from "@/lib/snitches/scope";
import { findMaintenance, type ListedMaintenance, listMaintenance } from "./list";

/** The maintenance of the case that covers nothing but snitches that a key reaches. */
export async function listMaintenanceInScope(caseId: string, scope: KeyScope): Promise<ListedMaintenance[]> {
  const all = await listMaintenance(caseId);
  if (!scope) return all;
  const inScope = await listInScope(
    caseId,
    scope,
    all.flatMap(({ snitches }) => snitches.map(({ token }) => token)),
  );
  return all.filter(
    ({ coversAll, tags, snitches }) =>
      !coversAll &&
      tags.every((tag) => scope.tags.includes(tag)) &&
      snitches.every(({ token }) => inScope.has(token)),
  );
}

/** The maintenance with this id. Refuses one that covers more than a key reaches, as if there were none. */
export async function findMaintenanceInScope(
  caseId: string,
  id: string,
  scope: KeyScope,
): Promise<ListedMaintenance> {
  const maintenance = scope
    ? (await listMaintenanceInScope(caseId, scope)).find((each) => each.id === id)
    : await findMaintenance(caseId, id);
  if (!maintenance) throw notFound("maintenance");
  return maintenance;
}

type Covered = { all?: boolean | null; tags?: string[]; snitches?: string[] | null };

/** Refuses to cover more than a key reaches. */
export async function refuseToCoverMore(caseId: string, scope: KeyScope, input: Covered): Promise<void> {
  if (!scope) return;
  if (input.all) throw invalidAttribute("all", "is beyond the scope of this key");
  const tag = input.tags?.find((each) => !scope.tags.includes(each));
  if (tag !== undefined) {
    const message = `has a tag beyond the scope of this key: ${JSON.stringify(tag)}`;
    throw invalidAttribute("tags", message);
  }
  const tokens = input.snitches ?? [];
  const inScope = await listInScope(caseId, scope, tokens);
  const outside = tokens.find((token) => !inScope.has(token));
  if (outside !== undefined) {
    const message = `has an unknown snitch: ${JSON.stringify(outside.slice(0, 40))}`;
    throw invalidAttribute("snitches", message);
  }
}
