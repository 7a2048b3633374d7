import { removeSnitch } from "@/lib/monitoring/remove";
import { updateSnitch } from "@/lib/monitoring/update";
import type { Snitch } from "@/lib/platform/generated/client";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import { createUnlessKeyed } from "@/lib/snitches/create";
import type { NewSnitch } from "@/lib/snitches/input";
import { withParentsOutside } from "@/lib/snitches/parents-in-scope";
import { refuseOutside } from "@/lib/snitches/scope";
import type { PlanOf } from "../configuration";
import { isSame } from "../file-input";
import { listKeys } from "../keys";
import { scopeOf, toStoredKey } from "../owner";
import { type SnitchAttributes, snitchAttributes } from "../snitch-attributes";
import { type Applying, knownValue, type Store } from "../store";
import type { ExistingSnitch, SnitchEntry } from "./snitches";

export function existingSnitch(
  snitch: Snitch & { parents: { parentId: string }[] },
  key: string,
  keys: { snitches: Map<string, string>; channels: Map<string, string> },
): ExistingSnitch {
  const { id, token, setBy } = snitch;
  const { startGrace: _, ...terms } = toScheduleTerms(snitch);
  const parentIds = snitch.parents.map(({ parentId }) => parentId);
  const attributes = snitchAttributes(snitch, {
    depends_on: listKeys(keys.snitches, parentIds),
    channels: listKeys(keys.channels, snitch.channels),
    silenced: SUGGESTIONS.filter((each) => snitch.silenced.includes(each)),
  });
  return {
    id,
    token,
    key,
    isKeyless: snitch.key === null,
    attributes,
    terms,
    setBy,
    channelIds: snitch.channels,
  };
}

export const snitchStore: Store<PlanOf<"snitches">> = {
  remove: async ({ token }, { caseId, existing, by }) => {
    const scope = scopeOf(existing.owner);
    if (scope) await refuseOutside(caseId, scope, token);
    await removeSnitch(caseId, token, by);
  },
  // Dependencies that go are removed before any is added, so that no order of changes goes through a circle.
  apply: async (entries, applying) => {
    const changed = entries.flatMap(({ entry, current }) =>
      current ? [{ attributes: entry.attributes, current }] : [],
    );
    const added = entries.flatMap(({ entry, current }) => (current ? [] : [entry]));
    for (const { attributes, current } of changed) await changeAllButNew(current, attributes, applying);
    for (const entry of parentsFirst(added)) await create(entry, applying);
    for (const { attributes, current } of changed) await addDependencies(current, attributes, applying);
  },
};

/** Changes everything but for the dependencies that are added. */
async function changeAllButNew(
  snitch: ExistingSnitch,
  attributes: SnitchAttributes,
  { caseId, existing, ids, by, now }: Applying,
): Promise<void> {
  const scope = scopeOf(existing.owner);
  if (scope) await refuseOutside(caseId, scope, snitch.token);
  const { depends_on, channels, slug, environment } = attributes;
  const parentKeys = depends_on.filter((key) => snitch.attributes.depends_on.includes(key));
  const parents = parentKeys.map((key) => knownValue(ids.snitches, key));
  // People’s browsers, which no file can name, stay. None at all represents all channels.
  const browsers = snitch.channelIds.filter((id) => existing.browserIds.includes(id));
  const channelIds = channels.map((key) => knownValue(ids.channels, key));
  const changes = {
    ...inputOf(attributes),
    ...(!isSame(parentKeys, snitch.attributes.depends_on) && {
      depends_on: await withParentsOutside(caseId, scope, snitch.token, parents),
    }),
    ...(!isSame(channels, snitch.attributes.channels) && {
      channels: channelIds.length > 0 ? [...channelIds, ...browsers] : null,
    }),
  };
  const whole = { isWhole: true, slug, environment };
  await updateSnitch(caseId, snitch.token, changes, now, by, scope, whole);
}

async function addDependencies(
  snitch: ExistingSnitch,
  { depends_on }: SnitchAttributes,
  { caseId, existing, ids, by, now }: Applying,
): Promise<void> {
  if (depends_on.every((key) => snitch.attributes.depends_on.includes(key))) return;
  const scope = scopeOf(existing.owner);
  const parents = depends_on.map((key) => knownValue(ids.snitches, key));
  const changes = { depends_on: await withParentsOutside(caseId, scope, snitch.token, parents) };
  await updateSnitch(caseId, snitch.token, changes, now, by, scope);
}

async function create({ key, attributes }: SnitchEntry, { existing, ids, by }: Applying): Promise<void> {
  const { depends_on, channels, slug, environment } = attributes;
  const input = {
    ...inputOf(attributes),
    depends_on: depends_on.map((parent) => knownValue(ids.snitches, parent)),
    channels: channels.length > 0 ? channels.map((channel) => knownValue(ids.channels, channel)) : null,
  };
  const { owner, theCase } = existing;
  const identity = { key: toStoredKey(owner, key), slug, environment };
  const { token } = await createUnlessKeyed(theCase, input, by, identity, scopeOf(owner));
  ids.snitches.set(key, token);
}

/** The attributes as the input of `createSnitch` and `updateSnitch`, without what names others. */
function inputOf(attributes: SnitchAttributes): NewSnitch {
  const { interval, depends_on, channels, slug, environment, ...rest } = attributes;
  return { ...rest, ...(interval && { interval }) };
}

/** Snitches in an order in which each comes after those that it depends on. */
function parentsFirst(entries: SnitchEntry[]): Set<SnitchEntry> {
  const byKey = new Map(entries.map((each) => [each.key, each]));
  const ordered = new Set<SnitchEntry>();
  const add = (each: SnitchEntry) => {
    if (ordered.has(each)) return;
    for (const key of each.attributes.depends_on) {
      const parent = byKey.get(key);
      if (parent) add(parent);
    }
    ordered.add(each);
  };
  for (const each of entries) add(each);
  return ordered;
}
