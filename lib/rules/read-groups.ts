/**
 * The groups in the claim of this name: a list of texts, or one text. A name with dots that is not a claim itself leads into objects:
 * `realm_access.roles`. Anything else is not a group.
 */
export function readGroups(claims: Record<string, unknown>, name: string): string[] {
  const value = findClaim(claims, name);
  return [value].flat().filter((group) => typeof group === "string" && group !== "") as string[];
}

/** The value of the claim; undefined if there is none. */
export function findClaim(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split(".").reduce<unknown>((value, part) => {
    const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, part);
    return isObject ? (value as Record<string, unknown>)[part] : undefined;
  }, claims);
}
