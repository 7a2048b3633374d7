import { MAX_PAGES, pageChanges } from "@/lib/pages/page-input";
import { MAX_SHARES } from "@/lib/rules/limits";
import { type Environment, type MissingSecret, readOwn } from "./channel-settings";
import { attributesGiven, type Change, changesBetween } from "./diff";
import type { Existing } from "./existing";
import type { ExistingPage } from "./existing-pages";
import { type Json, listProblems } from "./file-input";
import { type Match, matchEntries } from "./match";
import { type FilePage, PAGE_DEFAULTS } from "./page-attributes";
import type { ParsedFile } from "./parse";
import { unknownKeys } from "./plan-snitches";
import type { Problem } from "./problem";

type PageMatch = Match<FilePage, ExistingPage>;

/** `password`: the one that the page gets. Null if it gets none, or has one: that one stays. */
type WantedPassword = { password: string | null; problems: Problem[]; missing: MissingSecret[] };

type PlannedPage = PageMatch & { change: Change; newPassword: WantedPassword };

export type PagePlan = {
  planned: PlannedPage[];
  removed: ExistingPage[];
  kept: ExistingPage[];
  problems: Problem[];
  missing: MissingSecret[];
};

/** The keys and tags of the snitches that there will be. */
export type Subjects = { snitches: Set<string>; tags: Set<string> };

/** What becomes of status pages, and why it cannot be done. */
export function planPages(
  file: ParsedFile,
  existing: Existing,
  { prunes, environment }: { prunes: boolean; environment: Environment },
  subjects: Subjects,
): PagePlan {
  const { matches, ...absent } = matchEntries(file.configuration.pages, existing.pages, prunes);
  const planned = matches.map((match) => {
    const newPassword = wantedPassword(match, environment);
    return { ...match, newPassword, change: buildChange(match, newPassword) };
  });
  return {
    planned,
    ...absent,
    problems: [
      ...tooMany(planned, absent.removed, existing),
      ...planned.flatMap(({ newPassword }) => newPassword.problems),
      ...planned.flatMap((page) => unknownSubjects(page, subjects)),
    ],
    missing: planned.flatMap(({ newPassword }) => newPassword.missing),
  };
}

function wantedPassword({ entry, current }: PageMatch, environment: Environment): WantedPassword {
  const path = ["pages", entry.index, "password"];
  const { visibility, password } = entry.attributes;
  const none = { password: null, problems: [], missing: [] };
  if (visibility !== "password" || current?.hasPassword) return none;
  if (!password) return { ...none, problems: [{ path, message: "can't be blank" }] };
  const value = readOwn(environment, password.env);
  if (!value) return { ...none, missing: [{ path, variable: password.env }] };
  const { error } = pageChanges.shape.password.safeParse(value);
  return { ...none, password: value, problems: error ? listProblems(error, path) : [] };
}

function buildChange({ entry, current }: PageMatch, newPassword: WantedPassword): Change {
  const { password: _, ...attributes } = entry.attributes;
  const of = { resource: "page" as const, key: entry.key, name: attributes.title };
  const secret = newPassword.password ? [{ attribute: "password", before: null, after: "(secret)" }] : [];
  const after: Record<string, Json> = attributes;
  if (!current)
    return { ...of, action: "create", attributes: [...attributesGiven(PAGE_DEFAULTS, after), ...secret] };
  const differences = [...changesBetween(current.attributes, after), ...secret];
  return { ...of, action: differences.length > 0 ? "change" : "unchanged", attributes: differences };
}

/** Only of components that change: a page that has the tag of snitches that are gone keeps it. */
function unknownSubjects({ entry, change }: PlannedPage, { snitches, tags }: Subjects): Problem[] {
  const components = entry.attributes.groups.flatMap((group) => group.components);
  const path = ["pages", entry.index, "groups"];
  const keys = components.flatMap(({ snitch }) => snitch ?? []);
  const isChanged = change.attributes.some(({ attribute }) => attribute === "groups");
  const unknownTags = components.flatMap(({ tag }) => (isChanged && tag && !tags.has(tag) ? [tag] : []));
  return [
    ...unknownKeys(keys, snitches, path, "snitch"),
    ...unknownTags.map((tag) => ({
      path,
      message: `names the tag “${tag.slice(0, 60).toWellFormed()}”, which no snitch has`,
    })),
  ];
}

function tooMany(planned: PlannedPage[], toRemove: ExistingPage[], existing: Existing): Problem[] {
  const more = planned.filter(({ current }) => !current).length - toRemove.length;
  if (more <= 0) return [];
  if (existing.pages.length + more <= MAX_PAGES && existing.shareCount + more <= MAX_SHARES) return [];
  const message = `has too many: a case has at most ${MAX_PAGES} pages, and shares at most ${MAX_SHARES} things`;
  return [{ path: ["pages"], message }];
}
