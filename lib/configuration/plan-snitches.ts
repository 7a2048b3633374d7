import { refuseBeyondPlan, snitchLimit } from "@/lib/cases/plan";
import { countInWords } from "@/lib/rules/count-in-words";
import { environmentProblem } from "@/lib/rules/environment";
import { keysInCircles } from "./circles";
import { attributesGiven, type Change, changesBetween } from "./diff";
import type { Existing, ExistingSnitch } from "./existing";
import type { Json } from "./file-input";
import { type Match, type Matched, matchEntries } from "./match";
import type { ParsedFile } from "./parse";
import { collectProblems, type Path, type Problem } from "./problem";
import { SCHEDULE_NAMES, SNITCH_DEFAULTS, type SnitchAttributes, settingsOf } from "./snitch-attributes";

type SnitchMatch = Match<SnitchAttributes, ExistingSnitch>;
export type PlannedSnitch = SnitchMatch & { change: Change };

export type SnitchPlan = {
  planned: PlannedSnitch[];
  removed: ExistingSnitch[];
  kept: ExistingSnitch[];
  problems: Problem[];
};

/** What becomes of the snitches, and why it cannot be done. `channels`: the keys of channels that there will be. */
export function planSnitches(
  file: ParsedFile,
  existing: Existing,
  prunes: boolean,
  channels: Set<string>,
): SnitchPlan {
  const matched = matchEntries(file.configuration.snitches, existing.snitches, prunes);
  const { removed, kept } = matched;
  const planned = matched.matches.map((match) => ({ ...match, change: buildChange(match) }));
  return {
    planned,
    removed,
    kept,
    problems: [
      ...tooMany(planned, removed, existing),
      ...planned.flatMap((each) => beyondPlan(each, existing)),
      ...planned.flatMap(wrongEnvironment),
      ...unknownReferences(matched, keysAfter(existing.snitches, removed, file.declared.snitches), channels),
      ...circles(matched, existing, removed),
    ],
  };
}

const record = (attributes: SnitchAttributes): Record<string, Json> => attributes;

function buildChange({ entry, current }: SnitchMatch): Change {
  const { key } = entry;
  const { name } = entry.attributes;
  const of = { resource: "snitch" as const, key, name };
  const after = record(entry.attributes);
  if (!current) return { ...of, action: "create", attributes: attributesGiven(SNITCH_DEFAULTS, after) };
  const attributes = changesBetween(record(current.attributes), after);
  return { ...of, action: attributes.length > 0 ? "change" : "unchanged", attributes };
}

function tooMany(planned: PlannedSnitch[], removed: ExistingSnitch[], existing: Existing): Problem[] {
  const { plan } = existing.theCase;
  const newCount = planned.filter(({ current }) => !current).length;
  const count = existing.snitchCount + newCount - removed.length;
  const limit = snitchLimit(plan);
  if (newCount === 0 || count <= limit) return [];
  const room = countInWords(limit, "snitch", "snitches");
  const message = `would be ${count.toLocaleString("en")}: the ${plan} plan has room for ${room}. Remove some, or move to a larger plan`;
  return [{ path: ["snitches"], message }];
}

/** An unchanged schedule is not checked: a case may have been on a larger plan. */
function beyondPlan({ entry, current, change }: PlannedSnitch, { theCase }: Existing): Problem[] {
  const isNew = change.attributes.some(({ attribute }) => SCHEDULE_NAMES.includes(attribute));
  if (!isNew) return [];
  const settings = settingsOf(entry.attributes);
  const requested = { terms: settings, alertType: settings.alertType };
  return collectProblems(["snitches", entry.index], () =>
    refuseBeyondPlan(theCase.plan, requested, current?.terms),
  );
}

function wrongEnvironment({ entry, current }: PlannedSnitch): Problem[] {
  const { environment } = entry.attributes;
  if (environment === (current?.attributes.environment ?? "")) return [];
  const message = environmentProblem(environment, current?.setBy ?? null);
  return message ? [{ path: ["snitches", entry.index, "environment"], message }] : [];
}

type MatchedSnitches = Matched<SnitchAttributes, ExistingSnitch>;

/** The keys that there will be: those that stay, and those of the file. */
export function keysAfter(
  existing: { key: string }[],
  removed: { key: string }[],
  declared: Set<string>,
): Set<string> {
  const gone = new Set(removed.map(({ key }) => key));
  return new Set([...existing.flatMap(({ key }) => (gone.has(key) ? [] : [key])), ...declared]);
}

function unknownReferences(
  { matches }: MatchedSnitches,
  snitches: Set<string>,
  channels: Set<string>,
): Problem[] {
  return matches.flatMap(({ entry: { key, index, attributes } }) => [
    ...unknownKeys(attributes.depends_on, snitches, ["snitches", index, "depends_on"], "snitch"),
    ...unknownKeys(attributes.channels, channels, ["snitches", index, "channels"], "channel"),
    ...(attributes.depends_on.includes(key)
      ? [{ path: ["snitches", index, "depends_on"], message: "names the snitch itself: remove it" }]
      : []),
  ]);
}

/** The problems of keys that neither the file nor the case has. */
export const unknownKeys = (keys: string[], existing: Set<string>, path: Path, what: string): Problem[] =>
  keys
    .filter((key) => !existing.has(key))
    .map((key) => ({ path, message: `names “${key.slice(0, 60)}”, which is the key of no ${what}` }));

/** The problems of snitches that would depend on themselves through others. */
function circles({ matches }: MatchedSnitches, existing: Existing, removed: ExistingSnitch[]): Problem[] {
  const gone = new Set(removed.map(({ key }) => key));
  const parents = new Map(
    existing.snitches.flatMap(({ key, attributes }) => (gone.has(key) ? [] : [[key, attributes.depends_on]])),
  );
  for (const { entry } of matches) parents.set(entry.key, entry.attributes.depends_on);
  const inCircles = keysInCircles(parents);
  return matches.flatMap(({ entry: { key, index, attributes } }) =>
    inCircles.has(key) && !attributes.depends_on.includes(key)
      ? [
          {
            path: ["snitches", index, "depends_on"],
            message: "would be a loop: a snitch that it depends on depends on it",
          },
        ]
      : [],
  );
}
