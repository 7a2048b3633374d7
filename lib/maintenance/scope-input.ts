import { invalidAttribute } from "@/lib/platform/refusal";

/** Which snitches maintenance covers: all, those with one of the tags, or those with these tokens. */
export type Scope = { all: true } | { tags: string[] } | { snitches: string[] };

type ScopeInput = { all?: boolean | null; tags?: string[]; snitches?: string[] | null };

const ONE = "send exactly one of all, tags and snitches";

/** The scope of an input. Refuses an input without exactly one. */
export function scopeFrom(input: ScopeInput): Scope {
  const [scope, ...others] = scopesIn(input);
  if (!scope) throw invalidAttribute("all", `must be true, or name tags or snitches: ${ONE}`);
  if (others.length > 0) {
    const attribute = input.tags?.length ? "tags" : "snitches";
    throw invalidAttribute(attribute, `can’t be combined with another choice of snitches: ${ONE}`);
  }
  return scope;
}

/** The scope that an input changes to. Null if it has none, and leaves it as it is. */
export const scopeChangeFrom = (input: ScopeInput): Scope | null =>
  input.all === undefined && input.tags === undefined && input.snitches === undefined
    ? null
    : scopeFrom(input);

const scopesIn = ({ all, tags, snitches }: ScopeInput): Scope[] => [
  ...(all ? [{ all }] : []),
  ...(tags?.length ? [{ tags }] : []),
  ...(snitches?.length ? [{ snitches: [...new Set(snitches)] }] : []),
];
