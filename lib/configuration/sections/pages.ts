import { MAX_SHARES } from "@/lib/rules/limits";
import { MAX_PAGES, pageChanges, pageSlug } from "@/lib/status-pages/page-input";
import { readOwn } from "../channel-settings";
import { listProblems } from "../file-input";
import { defineList } from "../list";
import { type FilePage, PAGE_DEFAULTS, type PageAttributes, readPage } from "../page-attributes";
import type { Problem } from "../problem";
import {
  type Context,
  countNew,
  type Entry,
  type Environment,
  type Keyed,
  type Match,
  type MissingSecret,
  type Section,
  unknownKeys,
} from "../section";

/** A status page, without the key of its link and its password. Its key is its slug. */
export type ExistingPage = Keyed<PageAttributes> & {
  id: string;
  hasPassword: boolean;
  /** The logos that are too long for a file: they stay what they are. */
  longLogos: string[];
};

type PageMatch = Match<Entry<FilePage>, ExistingPage>;

/** `password`: the one that the page gets. Null if it gets none, or has one: that one stays. */
export type NewPassword = { password: string | null; problems: Problem[]; missing: MissingSecret[] };

export const pages: Section<Entry<FilePage>, ExistingPage, NewPassword> = {
  ...defineList<Entry<FilePage>>({
    noun: "a status page",
    defaults: PAGE_DEFAULTS,
    read: readPage,
    identity: { name: "slug", schema: pageSlug },
  }),
  resource: "page",
  title: ({ title }) => title,
  export: (all, nameVariable) =>
    all.map(({ key, attributes }) => {
      const password = attributes.visibility === "password" ? { env: nameVariable(key, "password") } : null;
      return { key, attributes: { ...attributes, password } };
    }),
  findSecrets: findPassword,
  compare: ({ entry, current }, { password }) => {
    const { password: _, ...after } = entry.attributes;
    const secrets = password ? [{ attribute: "password", before: null, after: "(secret)" }] : [];
    return { before: current?.attributes ?? {}, after, secrets };
  },
  findProblems: ({ planned, removed, staying }, { future }) => {
    const isMore = countNew(planned) > removed.length;
    const hasRoom = planned.length + staying.length <= MAX_PAGES && future.shareCount <= MAX_SHARES;
    const message = `has too many: a case has at most ${MAX_PAGES} pages, and shares at most ${MAX_SHARES} items`;
    return [
      ...(isMore && !hasRoom ? [{ path: ["pages"], message }] : []),
      ...planned.flatMap(({ secrets }) => secrets.problems),
      ...planned.flatMap(({ entry, change }) => {
        const isChanged = change.attributes.some(({ attribute }) => attribute === "groups");
        return unknownSubjects(entry, isChanged, future);
      }),
    ];
  },
};

function findPassword({ entry, current }: PageMatch, environment: Environment): NewPassword {
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

/** Tags only of components that change: a page that has the tag of snitches that no longer exist keeps it. */
function unknownSubjects(
  { index, attributes }: Entry<FilePage>,
  isChanged: boolean,
  { snitches, tags }: Context["future"],
): Problem[] {
  const components = attributes.groups.flatMap((group) => group.components);
  const path = ["pages", index, "groups"];
  const keys = components.flatMap(({ snitch }) => snitch ?? []);
  const unknownTags = components.flatMap(({ tag }) => (isChanged && tag && !tags.has(tag) ? [tag] : []));
  return [
    ...unknownKeys(keys, snitches, path, "snitch"),
    ...unknownTags.map((tag) => ({
      path,
      message: `names the tag “${tag.slice(0, 60).toWellFormed()}”, which no snitch has`,
    })),
  ];
}
