import { isSharedPage } from "@/lib/pages/shared-page";
import { MAX_SHARES } from "@/lib/rules/limits";
import type { BadgeAttributes } from "./badge-attributes";
import type { Change } from "./diff";
import type { Existing } from "./existing";
import type { ExistingBadge } from "./existing-badges";
import { type Match, matchEntries } from "./match";
import type { ParsedFile } from "./parse";
import type { PagePlan, Subjects } from "./plan-pages";
import { unknownKeys } from "./plan-snitches";
import type { Problem } from "./problem";

type PlannedBadge = Match<BadgeAttributes, ExistingBadge> & { change: Change };

export type BadgePlan = {
  planned: PlannedBadge[];
  removed: ExistingBadge[];
  kept: ExistingBadge[];
  problems: Problem[];
};

/** What becomes of badges, and why it cannot be done. */
export function planBadges(
  file: ParsedFile,
  existing: Existing,
  prunes: boolean,
  subjects: Subjects,
  pages: PagePlan,
): BadgePlan {
  const { matches, ...absent } = matchEntries(file.configuration.badges, existing.badges, prunes);
  const badges = matches.map((match): PlannedBadge => {
    const action = match.current ? "unchanged" : "create";
    return {
      ...match,
      change: { resource: "badge", action, key: match.entry.key, name: "", attributes: [] },
    };
  });
  const toAdd = badges.filter(({ current }) => !current);
  const newPages = pages.planned.filter(({ current }) => !current).length;
  const count = existing.shareCount + toAdd.length + newPages - absent.removed.length - pages.removed.length;
  const shared = sharedPages(existing, pages);
  return {
    planned: badges,
    ...absent,
    problems: [
      ...(toAdd.length > 0 && count > MAX_SHARES
        ? [{ path: ["badges"], message: `has too many: a case shares at most ${MAX_SHARES} things` }]
        : []),
      ...toAdd.flatMap(({ entry }) => unknownSubject(entry, subjects, shared)),
    ],
  };
}

/** The slugs of the pages that everybody may see then. */
function sharedPages(existing: Existing, plan: PagePlan): Set<string> {
  const gone = new Set(plan.removed.map(({ key }) => key));
  const staying = existing.pages.filter(({ key }) => !gone.has(key));
  const pages = [...staying, ...plan.planned.map(({ entry }) => entry)];
  const bySlug = new Map(pages.map(({ key, attributes }) => [key, attributes]));
  return new Set([...bySlug].flatMap(([slug, page]) => (isSharedPage(page) ? [slug] : [])));
}

function unknownSubject(
  { index, attributes: { subject } }: PlannedBadge["entry"],
  { snitches, tags }: Subjects,
  shared: Set<string>,
): Problem[] {
  const path = ["badges", index, "subject"];
  const [, kind, name = ""] = /^(snitch|tag|page):(.*)$/s.exec(subject) ?? [];
  if (kind === "snitch") return unknownKeys([name], snitches, path, "snitch");
  const what =
    kind === "tag" && !tags.has(name)
      ? "which is the tag of no snitch"
      : kind === "page" && !shared.has(name)
        ? "which is no page that everybody may see"
        : null;
  return what === null ? [] : [{ path, message: `names “${name.slice(0, 60).toWellFormed()}”, ${what}` }];
}
