/**
 * In a list in groups, a snitch is in that of its first tag that begins with `prefix`. Empty: of its first tag; null: of its
 * environment.
 */
export type TagGroups = { prefix: string | null };

const SEPARATOR = ":";

/** What tags such as “env:production” and “env:staging” begin with: “env:”. In the order of the alphabet. */
export function tagPrefixes(tags: string[]): string[] {
  const prefixes = tags.flatMap((tag) => {
    const end = tag.indexOf(SEPARATOR);
    return end > 0 && end < tag.length - 1 ? [tag.slice(0, end + 1)] : [];
  });
  return [...new Set(prefixes)].sort((one, other) => one.localeCompare(other));
}

/** How many snitches are in a group, and how many of them are missing and errored. */
export type GroupCounts = { count: number; failed: number; errored: number };

/** “2 missing, 1 errored”; empty if none is. */
export const badInWords = ({ failed, errored }: GroupCounts): string =>
  [
    failed > 0 && `${failed.toLocaleString("en")} missing`,
    errored > 0 && `${errored.toLocaleString("en")} errored`,
  ]
    .filter(Boolean)
    .join(", ");

/** The heading of those that are in no group. */
export const noTagInWords = ({ prefix }: TagGroups): string => {
  if (prefix === null) return "No environment";
  return prefix ? `No tag with ${prefix}` : "No tag";
};
