/** In a list in groups, a snitch is in that of its first tag that begins with `prefix`, of its environment, or of the machine of its latest run. */
export type Grouping = { by: "tag"; prefix: string } | { by: "environment" | "machine" };

const SEPARATOR = ":";

/** What tags such as “env:production” and “env:staging” begin with: “env:”. In the order of the alphabet. */
export function tagPrefixes(tags: string[]): string[] {
  const prefixes = tags.flatMap((tag) => {
    const end = tag.indexOf(SEPARATOR);
    return end > 0 && end < tag.length - 1 ? [tag.slice(0, end + 1)] : [];
  });
  return [...new Set(prefixes)].sort((one, other) => one.localeCompare(other));
}

/** A prefix as people say it: “env” of “env:”. */
export const formatPrefix = (prefix: string): string =>
  prefix.endsWith(SEPARATOR) ? prefix.slice(0, -1) : prefix;

/** How many snitches are in a group, and how many of them are missing and errored. */
export type GroupCounts = { count: number; failed: number; errored: number };

/** “2 missing, 1 errored”; empty if none is. */
export const formatTroubled = ({ failed, errored }: GroupCounts): string =>
  [
    failed > 0 && `${failed.toLocaleString("en")} missing`,
    errored > 0 && `${errored.toLocaleString("en")} errored`,
  ]
    .filter(Boolean)
    .join(", ");

/** The heading of those that are in no group. */
export const formatNoGroup = (grouping: Grouping): string => {
  if (grouping.by !== "tag") return `No ${grouping.by}`;
  return grouping.prefix ? `No ${formatPrefix(grouping.prefix)} tag` : "No tag";
};
