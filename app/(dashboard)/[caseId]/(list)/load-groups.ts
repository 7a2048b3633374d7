import type { Groups } from "@/components/snitches/list/snitch-list";
import { formatNoGroup } from "@/lib/rules/grouping";
import { countGroups, type ListedSnitch } from "@/lib/snitches/list";
import { buildListUrl, type View } from "./filters";

/** The headings of a page of the list. Undefined if the list has no groups. */
export async function loadGroups(
  caseId: string,
  view: View,
  snitches: ListedSnitch[],
): Promise<Groups | undefined> {
  const { group } = view;
  if (!group) return undefined;
  const tags = [...new Set(snitches.flatMap(({ group }) => group ?? []))];
  const filterBy = (tag: string): Partial<View> =>
    group.by === "environment" ? { environment: tag } : { tags: [...new Set([...view.tags, tag])] };
  const hrefOfTag = (tag: string) =>
    group.by === "machine"
      ? `/${caseId}/machines/${tag}`
      : buildListUrl(caseId, { ...view, group: undefined, ...filterBy(tag) });
  return {
    counts: await countGroups(caseId, view, group, tags),
    noTag: formatNoGroup(group),
    hrefs: new Map(tags.map((tag) => [tag, hrefOfTag(tag)])),
  };
}
