import type { Groups } from "@/components/snitches/snitch-list";
import { countByTag, type ListedSnitch } from "@/lib/snitches/list";
import { buildListUrl, type View } from "./filters";

/** The headings of a page of the list. Undefined if the list is not by tag. */
export async function loadGroups(
  caseId: string,
  view: View,
  snitches: ListedSnitch[],
): Promise<Groups | undefined> {
  if (!view.group) return undefined;
  const tags = [...new Set(snitches.flatMap(({ group }) => group ?? []))];
  const hrefOfTag = (tag: string) =>
    buildListUrl(caseId, { ...view, group: undefined, tags: [...new Set([...view.tags, tag])] });
  return {
    counts: await countByTag(caseId, view, tags),
    hrefs: new Map(tags.map((tag) => [tag, hrefOfTag(tag)])),
  };
}
