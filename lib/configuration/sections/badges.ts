import { MAX_SHARES } from "@/lib/rules/limits";
import { type BadgeSettings, newBadge, writeSubject } from "@/lib/status-pages/badge-input";
import { isFields, listProblems, unknownNames, withoutDefaults } from "../file-input";
import { LIST, readList } from "../list";
import type { Problem } from "../problem";
import { type Context, countNew, type Entry, type Keyed, type Section, unknownKeys } from "../section";

/** A badge as a file describes it, with a snitch by its key and a page by its slug. */
export type BadgeAttributes = Pick<BadgeSettings, "shows" | "days" | "style"> & {
  label: string;
  subject: string;
};

export type ExistingBadge = Keyed<BadgeAttributes> & { id: string };

const DEFAULTS: BadgeAttributes = { label: "", subject: "", shows: "status", days: 30, style: "flat" };

/** A badge has no key: it never changes, so that what it is identifies it. */
export const badgeKey = ({ label, subject, shows, days, style }: BadgeAttributes): string =>
  `${label}: ${shows} of ${subject}, ${days} days, ${style}`;

/** Two that are the same in all but their addresses are one. */
const withoutDuplicates = <Badge extends Keyed<unknown>>(badges: Badge[]): Badge[] => [
  ...new Map(badges.map((badge) => [badge.key, badge])).values(),
];

export const badges: Section<Entry<BadgeAttributes>, ExistingBadge> = {
  ...LIST,
  resource: "badge",
  defaults: DEFAULTS,
  title: () => "",
  parse: (value, path) => {
    const list = readList(value, path, MAX_SHARES);
    if ("problems" in list) return list;
    const entries: Entry<BadgeAttributes>[] = [];
    const problems = list.items.flatMap((item, index): Problem[] => {
      const place = [...path, index];
      const { data, error } = newBadge.safeParse(item);
      if (data) {
        const attributes = { ...data, subject: writeSubject(data.subject) };
        entries.push({ key: badgeKey(attributes), index, attributes });
      }
      return [
        ...(isFields(item) ? unknownNames(item, Object.keys(DEFAULTS), place, "a badge") : []),
        ...(error ? listProblems(error, place) : []),
      ];
    });
    return { value: withoutDuplicates(entries), problems };
  },
  write: (entries) => entries.map(({ attributes }) => withoutDefaults(attributes, DEFAULTS)),
  export: withoutDuplicates,
  compare: () => ({ before: {}, after: {} }),
  findProblems: ({ planned, removed }, { future }) => {
    const newCount = countNew(planned);
    const hasTooMany = newCount > 0 && future.shareCount + newCount - removed.length > MAX_SHARES;
    return [
      ...(hasTooMany
        ? [{ path: ["badges"], message: `has too many: a case can share at most ${MAX_SHARES} items` }]
        : []),
      ...planned.flatMap(({ entry, current }) => (current ? [] : unknownSubject(entry, future))),
    ];
  },
};

function unknownSubject(
  { index, attributes: { subject } }: Entry<BadgeAttributes>,
  { snitches, tags, sharedPages }: Context["future"],
): Problem[] {
  const path = ["badges", index, "subject"];
  const [, kind, name = ""] = /^(snitch|tag|page):(.*)$/s.exec(subject) ?? [];
  if (kind === "snitch") return unknownKeys([name], snitches, path, "snitch");
  const what =
    kind === "tag" && !tags.has(name)
      ? "but no snitch has this tag"
      : kind === "page" && !sharedPages.has(name)
        ? "which is not a public page"
        : null;
  return what === null ? [] : [{ path, message: `names “${name.slice(0, 60).toWellFormed()}”, ${what}` }];
}
