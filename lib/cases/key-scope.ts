import type { KeyActor } from "@/lib/audit/record";
import type { Prisma } from "@/lib/platform/generated/client";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { keyRefusal } from "./api-key-access";

/** The snitches that an API key reaches: those with one of the tags, and those with one of the tokens. Null: all of its case. */
export type KeyScope = { tags: string[]; tokens: string[] } | null;

/** The scope of people, of Tattle itself, and of keys that aren't narrowed. */
export const WHOLE_CASE: KeyScope = null;

/** A key whose snitches were all deleted reaches none: only one that never named any reaches all. */
export const toScope = ({ tags, snitches }: { tags: string[]; snitches: string[] }): KeyScope =>
  tags.length + snitches.length === 0 ? null : { tags, tokens: snitches };

export const isInScope = (scope: KeyScope, { token, tags }: { token: string; tags: string[] }): boolean =>
  scope === null || scope.tokens.includes(token) || tags.some((tag) => scope.tags.includes(tag));

/** Which snitches a query may find. */
export const scopeFilter = (scope: KeyScope): Prisma.SnitchWhereInput =>
  scope === null
    ? {}
    : { AND: [{ OR: [{ tags: { hasSome: scope.tags } }, { token: { in: scope.tokens } }] }] };

/** SQL: whether a key reaches snitch `s`. `tags` and `tokens`: the numbers of the parameters that `scopeParameters` are. */
export const scopeCondition = (tags: number, tokens: number): string =>
  `($${tags}::text[] IS NULL OR s.tags && $${tags} OR s.token = ANY ($${tokens}::text[]))`;

/** The tags and the tokens of a key; null for one that reaches all of its case. */
export const scopeParameters = (scope: KeyScope): [string[] | null, string[] | null] => [
  scope?.tags ?? null,
  scope?.tokens ?? null,
];

/** The tags of a snitch that a key creates. One that has none of the tags of its key gets the first of them. */
export function tagsOfNew(scope: KeyScope, tags: string[]): string[] {
  if (scope === null || tags.some((tag) => scope.tags.includes(tag))) return tags;
  const [first] = scope.tags;
  if (first === undefined)
    throw keyRefusal("Your API key is limited to certain snitches and can’t create others.");
  return [...tags, first];
}

/** Refuses to take away the last tag by which a key reaches a snitch. */
export function refuseToLeave(scope: KeyScope, token: string, tags: string[]): void {
  if (scope === null || isInScope(scope, { token, tags })) return;
  const message = `must keep one of the tags of this key: ${scope.tags.join(", ")}`;
  throw invalidAttribute("tags", message);
}

/** A narrowed key knows of no other key than itself. */
export const isKeyInScope = (scope: KeyScope, keyId: string, { id }: KeyActor): boolean =>
  scope === null || keyId === id;

/** Narrowed keys get the response of a nonexistent path for anything that concerns the whole case. */
export function refuseNarrowed(scope: KeyScope): void {
  if (scope !== null) throw notFound("path");
}
