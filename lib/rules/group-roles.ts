import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { outranks, ROLES, type Role } from "./role";

/** The cases that a rule names: every one, or those with this id or this name. */
export type NamedCases = { by: "all" } | { by: "id" | "name"; value: string };

/** The people of a group get a role in the cases that are named. */
export type GroupRole = { group: string; cases: NamedCases; role: Role };

/** A part in quotes, where two quotes are one, or a text without the marks, and the mark after it. Reads each character once. */
const PART = /(?:\s*"((?:[^"]|"")*)"\s*|([^",=:]*))([=:,]|$)/y;

/**
 * Reads `ops=Production:admin, dev=*:viewer`. Names with a comma, a colon, an equal sign or a quote stand in quotes; what does is a
 * name, even if it looks like an id or is `*`. Null if it is not written so.
 */
export function parseGroupRoles(text: string): GroupRole[] | null {
  const rules: GroupRole[] = [];
  for (let at = 0; text.slice(at).trim() !== ""; ) {
    const group = readPart(text, at, "=");
    const theCase = group && readPart(text, group.end, ":");
    const word = theCase && readPart(text, theCase.end, ",");
    const role = ROLES.find((each) => each === word?.text);
    const cases = theCase && readCases(theCase);
    if (!group?.text || !cases || !word || !role) return null;
    rules.push({ group: group.text, cases, role });
    at = word.end;
  }
  return rules;
}

type Part = { text: string; isQuoted: boolean; end: number };

/** The part that begins there. Null unless this mark, or for a comma the end of the text, comes after it. */
function readPart(text: string, at: number, mark: string): Part | null {
  PART.lastIndex = at;
  const match = PART.exec(text);
  if (!match) return null;
  const [, quoted, plain = "", end = ""] = match;
  if (end !== mark && !(mark === "," && end === "")) return null;
  const isQuoted = quoted !== undefined;
  return { text: isQuoted ? quoted.replaceAll('""', '"') : plain.trim(), isQuoted, end: PART.lastIndex };
}

function readCases({ text, isQuoted }: Part): NamedCases | null {
  if (text === "") return null;
  if (!isQuoted && text === "*") return { by: "all" };
  if (!isQuoted && isUuidInAnyCase(text)) return { by: "id", value: text.toLowerCase() };
  return { by: "name", value: text };
}

type NamedCase = { id: string; name: string };
/** A role that a group gives in a case. */
export type GrantedRole = { role: Role; group: string };

/** What groups give a person: a role by the id of each case, and the cases whose name a rule uses though several have it. */
export type GrantedRoles = { roles: Map<string, GrantedRole>; ambiguous: Set<string> };

/** The highest role in each case that these groups give. A name that several cases have gives none: it does not say which is meant. */
export function grantRoles(rules: GroupRole[], groups: string[], cases: NamedCase[]): GrantedRoles {
  const granted: GrantedRoles = { roles: new Map(), ambiguous: new Set() };
  for (const { group, cases: named, role } of rules) {
    if (!groups.includes(group)) continue;
    const matches = cases.filter((one) => named.by === "all" || one[named.by] === named.value);
    if (named.by === "name" && matches.length > 1) {
      for (const { id } of matches) granted.ambiguous.add(id);
      continue;
    }
    for (const { id } of matches) {
      const before = granted.roles.get(id);
      if (!before || outranks(role, before.role)) granted.roles.set(id, { role, group });
    }
  }
  return granted;
}

/** A person's place in a case: their role and, if it is that of a group, the group and what was given by hand next to it. */
export type Place = { role: Role; fromGroup: string | null; roleByHand: Role | null };

/** The place after a sign-in whose groups give this role, or none. Among two roles the one with more rights counts. Null: not a member. */
export function placeAfter(before: Place | null, granted: GrantedRole | undefined): Place | null {
  const byHand = before && (before.fromGroup === null ? before.role : before.roleByHand);
  if (granted && (!byHand || outranks(granted.role, byHand)))
    return { role: granted.role, fromGroup: granted.group, roleByHand: byHand };
  return byHand && { role: byHand, fromGroup: null, roleByHand: null };
}
