import { type BadgeSettings, newBadge, writeSubject } from "@/lib/pages/badge-input";
import { MAX_SHARES } from "@/lib/rules/limits";
import type { Entry } from "./configuration";
import { isFields, listProblems, unknownNames } from "./file-input";
import type { Path, Problem } from "./problem";

/** A badge as a file describes it, with a snitch by its key and a page by its slug. */
export type BadgeAttributes = Pick<BadgeSettings, "shows" | "days" | "style"> & {
  label: string;
  subject: string;
};

export const BADGE_DEFAULTS: BadgeAttributes = {
  label: "",
  subject: "",
  shows: "status",
  days: 30,
  style: "flat",
};

/** A badge has no key: it never changes, so that what it is identifies it. */
export const badgeKey = ({ label, subject, shows, days, style }: BadgeAttributes): string =>
  `${label}: ${shows} of ${subject}, ${days} days, ${style}`;

type Badges = { value: Entry<BadgeAttributes>[] | null; problems: Problem[] };

/** Reads the badges of a file. One that is wrong is left out. */
export function parseBadges(value: unknown, path: Path): Badges {
  const refuse = (message: string) => ({ value: null, problems: [{ path, message }] });
  if (!Array.isArray(value)) return refuse("must be a list");
  if (value.length > MAX_SHARES) return refuse(`has too many entries (maximum is ${MAX_SHARES})`);
  const entries = new Map<string, Entry<BadgeAttributes>>();
  const problems = value.flatMap((item: unknown, index): Problem[] => {
    const place = [...path, index];
    const { data, error } = newBadge.safeParse(item);
    if (data) {
      const attributes = { ...data, subject: writeSubject(data.subject) };
      const key = badgeKey(attributes);
      entries.set(key, { key, index, attributes });
    }
    return [
      ...(isFields(item) ? unknownNames(item, Object.keys(BADGE_DEFAULTS), place, "a badge") : []),
      ...(error ? listProblems(error, place) : []),
    ];
  });
  return { value: [...entries.values()], problems };
}
