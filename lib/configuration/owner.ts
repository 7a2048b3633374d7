import { createHash } from "node:crypto";
import { isInScope, type KeyScope, refuseNarrowed } from "@/lib/cases/key-scope";
import { slugify } from "@/lib/rules/slug";
import type { Keyless } from "./keys";
import type { Problem } from "./problem";

/** The tags of an API key, for which a file describes a part of a case. Null for the whole case. */
export type Owner = { tags: string[] } | null;

/** Whose file a key reads and applies. One that is narrowed to single snitches has none. */
export function toOwner(scope: KeyScope): Owner {
  if (!scope?.tags.length) refuseNarrowed(scope);
  return scope && { tags: scope.tags };
}

/** What an owner reaches: by tags alone, because a file could not give other snitches a place in it. */
export const scopeOf = (owner: Owner): KeyScope => owner && { tags: owner.tags, tokens: [] };

const MAX_WORD = 40;
const MAX_KEY = 255;

/** As `namespaceOf` builds it: “--” occurs only at its end, so that no namespace begins with another one. */
const NAMESPACE = /^(?:[a-z0-9_]+-)*[0-9a-f]{12}--/;

/** What the stored keys of an owner begin with. Such a key can stand in a file of the whole case, too. Empty for the whole case. */
function namespaceOf(owner: Owner): string {
  if (!owner) return "";
  const [tag = ""] = owner.tags;
  const hash = createHash("sha256").update(tag).digest("hex").slice(0, 12);
  return `${[slugify(slugify(tag).slice(0, MAX_WORD)), hash].filter(Boolean).join("-")}--`;
}

/** A key of a file as it is stored. */
export const toStoredKey = (owner: Owner, key: string): string => `${namespaceOf(owner)}${key}`;

type Row = { token: string; tags: string[]; key: string | null };

/** Whether a snitch is in the file of an owner: it has one of the tags, and is in no other owner's file. */
export const isInFile = (owner: Owner, { token, tags, key }: Row): boolean =>
  owner === null ||
  (isInScope(scopeOf(owner), { token, tags }) &&
    (key === null || !NAMESPACE.test(key) || key.startsWith(namespaceOf(owner))));

/** What `keysFor` makes the key in a file of: the stored one without its namespace. A key of the whole case stands in place of the name. */
export function toFileKey(owner: Owner, { id, key, name }: Keyless): Keyless {
  if (owner === null || key === null) return { id, key, name };
  const namespace = namespaceOf(owner);
  return key.startsWith(namespace)
    ? { id, key: key.slice(namespace.length), name }
    : { id, key: null, name: key };
}

/** The keys of an owner’s file whose snitches have lost the tags of the owner. */
export function listTakenKeys(owner: Owner, snitches: Row[]): string[] {
  const namespace = namespaceOf(owner);
  return snitches.flatMap((snitch) =>
    owner && snitch.key?.startsWith(namespace) && !isInFile(owner, snitch)
      ? [snitch.key.slice(namespace.length)]
      : [],
  );
}

type Snitches = { key: string; index: number; attributes: { tags: string[] } }[] | null;

/** Why a file is more than its owner may say. `takenKeys`: of snitches that have lost the tags. */
export function ownerProblems(
  { case: _, snitches, ...ofTheCase }: { case: unknown; snitches: Snitches },
  owner: Owner,
  takenKeys: string[],
): Problem[] {
  if (!owner) return [];
  const taken = new Set(takenKeys);
  const room = MAX_KEY - namespaceOf(owner).length;
  const message = "belongs to the whole case, but this API key is limited to tags: remove it";
  return [
    ...Object.entries(ofTheCase).flatMap(([name, entries]) => (entries ? [{ path: [name], message }] : [])),
    ...(snitches ?? []).flatMap(({ key, index, attributes: { tags } }) => {
      const refuse = (isInvalid: boolean, name: string, message: string) =>
        isInvalid ? [{ path: ["snitches", index, name], message }] : [];
      const isOutside = !isInScope(scopeOf(owner), { token: "", tags });
      return [
        ...refuse(isOutside, "tags", `must have one of the tags of this API key: ${owner.tags.join(", ")}`),
        ...refuse(key.length > room, "key", `is too long (maximum is ${room} characters)`),
        ...refuse(taken.has(key), "key", LOST),
      ];
    }),
  ];
}

const LOST = "belongs to a snitch that no longer has the tags of this API key: use another key";
