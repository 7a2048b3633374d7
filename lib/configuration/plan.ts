import { refuseIfOnHold } from "@/lib/cases/plan";
import { isSharedPage } from "@/lib/status-pages/shared-page";
import { keysInCircles } from "./circles";
import {
  type EntryOf,
  type Existing,
  type FoundOf,
  IN_ORDER,
  mapSections,
  type PlanOf,
  ROWS,
  type SectionKey,
} from "./configuration";
import { attributesGiven, type Change, changesBetween, isChange } from "./diff";
import { ownerProblems } from "./owner";
import type { ParsedFile } from "./parse";
import { collectProblems, type Problem } from "./problem";
import {
  type Comparison,
  type Context,
  countNew,
  type Entry,
  type Keyed,
  type Match,
  type Matched,
  type MissingSecret,
  type PlanOptions,
  type Section,
  type SectionPlan,
  sorted,
} from "./section";

type Plans = { [Key in SectionKey]: PlanOf<Key> };

/** What applying a file would do. With problems, it cannot be applied. */
export type Plan = Plans & {
  /** In the order in which people read them, with what stays unchanged. */
  changes: Change[];
  /** How many things of the case the file does not have, and which stay. */
  keptCount: number;
  problems: Problem[];
  /** Secrets of new channels and pages that the request lacks. They prevent an apply as problems do. */
  missing: MissingSecret[];
};

/** Compares a file with what a case has. Pure: it reads and changes nothing. Its casts are safe: each section plans its own entries. */
export function planConfiguration(
  { configuration, declared, problems }: ParsedFile,
  existing: Existing,
  options: PlanOptions,
): Plan {
  const matched = mapSections((_, key) => matchEntries(configuration[key], existing[key], options.prunes));
  const context = { existing, future: buildFuture(matched as Matches, declared, existing) };
  const sections = mapSections((section, key) => planSection(section, matched[key], options, context));
  const plans = IN_ORDER.map((key) => ({
    section: ROWS[key],
    isInFile: configuration[key] !== null,
    ...sections[key],
  }));
  const changes = [
    ...plans.flatMap(({ planned }) => planned.map(({ change }) => change)),
    ...plans.flatMap(({ section, removed }) => removed.map((each) => buildRemoval(section, each))),
  ];
  const mayBeHeld = !options.ignoresHold && changes.some(isChange);
  return {
    ...(sections as Plans),
    changes,
    keptCount: plans.reduce((sum, { isInFile, staying }) => sum + (isInFile ? staying.length : 0), 0),
    problems: [
      ...(mayBeHeld ? collectProblems([], () => refuseIfOnHold(existing.theCase)) : []),
      ...problems,
      ...ownerProblems(configuration, existing.owner, existing.takenKeys),
      ...plans.flatMap(({ problems }) => problems),
    ],
    missing: plans.flatMap(({ missing }) => missing),
  };
}

/** Finds what each entry of a section describes, by its key. A section that the file does not have stays as it is. */
function matchEntries(entries: Entry[] | null, existing: Keyed[], prunes: boolean): Matched {
  if (!entries) return { matches: [], removed: [], staying: existing };
  const byKey = new Map(existing.map((one) => [one.key, one]));
  const declared = new Set(entries.map(({ key }) => key));
  const others = sorted(existing.filter(({ key }) => !declared.has(key)));
  return {
    matches: entries.map((entry) => ({ entry, current: byKey.get(entry.key) ?? null })),
    removed: prunes ? others : [],
    staying: prunes ? [] : others,
  };
}

function planSection(
  section: Section,
  { matches, removed, staying }: Matched,
  { environment, hidesSecrets }: PlanOptions,
  context: Context,
): SectionPlan {
  const planned = matches.map((match) => {
    const secrets = section.findSecrets?.(match, environment);
    const comparison = section.compare(match, secrets, hidesSecrets);
    return { ...match, secrets, change: buildChange(section, match, comparison) };
  });
  const problems = section.findProblems({ planned, removed, staying }, context);
  const missing = planned.flatMap(({ secrets }) => secrets?.missing ?? []);
  return { planned, removed, staying, problems, missing };
}

function buildChange(
  { resource, defaults, title }: Section,
  { entry: { key, attributes }, current }: Match<Entry, Keyed>,
  { before, after, secrets = [] }: Comparison,
): Change {
  const of = { resource, key, name: title(attributes) };
  if (!current)
    return { ...of, action: "create", attributes: [...attributesGiven(defaults, after), ...secrets] };
  const differences = [...changesBetween(before, after), ...secrets];
  return { ...of, action: differences.length > 0 ? "change" : "unchanged", attributes: differences };
}

const buildRemoval = ({ resource, title }: Section, { key, attributes }: Keyed): Change => ({
  action: "remove",
  resource,
  key,
  name: title(attributes),
  attributes: [],
});

/** What there will be. */
const listAfter = <E, Found>({ matches, staying }: Matched<E, Found>): (E | Found)[] => [
  ...staying,
  ...matches.map(({ entry }) => entry),
];

type Matches = { [Key in SectionKey]: Matched<EntryOf<Key>, FoundOf<Key>> };

function buildFuture(
  { channels, snitches, pages }: Matches,
  declared: ParsedFile["declared"],
  { shareCount }: Existing,
): Context["future"] {
  const allSnitches = listAfter(snitches);
  return {
    channels: new Set([...listAfter(channels).map(({ key }) => key), ...declared.channels]),
    snitches: new Set([...allSnitches.map(({ key }) => key), ...declared.snitches]),
    tags: new Set(allSnitches.flatMap(({ attributes }) => attributes.tags)),
    circles: keysInCircles(new Map(allSnitches.map(({ key, attributes }) => [key, attributes.depends_on]))),
    sharedPages: new Set(
      listAfter(pages).flatMap(({ key, attributes }) => (isSharedPage(attributes) ? [key] : [])),
    ),
    shareCount: shareCount + countNew(pages.matches) - pages.removed.length,
  };
}
