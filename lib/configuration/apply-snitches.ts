import type { Actor } from "@/lib/audit/actor";
import { updateSnitch } from "@/lib/monitoring/update";
import { createUnlessKeyed } from "@/lib/snitches/create";
import { withParentsOutside } from "@/lib/snitches/parents-in-scope";
import { refuseOutside } from "@/lib/snitches/reach";
import type { Existing, ExistingSnitch } from "./existing";
import { isSame } from "./file-input";
import { knownValue } from "./match";
import { scopeOf, toStoredKey } from "./owner";
import type { PlannedSnitch, SnitchPlan } from "./plan-snitches";
import { buildInput, type SnitchAttributes } from "./snitch-attributes";

type Context = {
  existing: Existing;
  channelIds: Map<string, string>;
  /** Of all snitches by their keys. Those that are created are added. */
  tokens: Map<string, string>;
  by: Actor;
  now: Date;
};

/**
 * Creates and changes the planned snitches. Returns the tokens of all snitches of the case by their keys. Dependencies that go
 * are removed before any is added, so that no order of changes goes through a circle.
 */
export async function applySnitches(
  { planned }: SnitchPlan,
  existing: Existing,
  channelIds: Map<string, string>,
  by: Actor,
  now: Date,
): Promise<Map<string, string>> {
  const tokens = new Map(existing.snitches.map(({ key, token }) => [key, token]));
  const context = { existing, channelIds, tokens, by, now };
  const changed = planned.flatMap(({ entry, current, change }) =>
    current && change.action === "change" ? [{ attributes: entry.attributes, current }] : [],
  );
  for (const { attributes, current } of changed) await changeAllButNew(current, attributes, context);
  for (const each of parentsFirst(planned.filter(({ current }) => !current)))
    await createPlanned(each, context);
  for (const { attributes, current } of changed) await addDependencies(current, attributes, context);
  return tokens;
}

/** Changes everything but for the dependencies that are added. */
async function changeAllButNew(
  snitch: ExistingSnitch,
  attributes: SnitchAttributes,
  { existing, channelIds, tokens, by, now }: Context,
): Promise<void> {
  const caseId = existing.theCase.id;
  const scope = scopeOf(existing.owner);
  if (scope) await refuseOutside(caseId, scope, snitch.token);
  const { depends_on, slug, environment } = attributes;
  const parentKeys = depends_on.filter((key) => snitch.attributes.depends_on.includes(key));
  const {
    depends_on: parents,
    channels,
    ...input
  } = buildInput(attributes, {
    dependsOn: parentKeys.map((key) => knownValue(tokens, key)),
    channels: channelsToSave(attributes, snitch, existing, channelIds),
  });
  const changes = {
    ...input,
    ...(!isSame(parentKeys, snitch.attributes.depends_on) && {
      depends_on: await withParentsOutside(caseId, scope, snitch.token, parents),
    }),
    ...(!isSame(attributes.channels, snitch.attributes.channels) && { channels }),
  };
  const whole = { isWhole: true, slug, environment };
  await updateSnitch(caseId, snitch.token, changes, now, by, scope, whole);
}

async function addDependencies(
  snitch: ExistingSnitch,
  { depends_on }: SnitchAttributes,
  { existing, tokens, by, now }: Context,
): Promise<void> {
  if (depends_on.every((key) => snitch.attributes.depends_on.includes(key))) return;
  const caseId = existing.theCase.id;
  const scope = scopeOf(existing.owner);
  const parents = depends_on.map((key) => knownValue(tokens, key));
  const changes = { depends_on: await withParentsOutside(caseId, scope, snitch.token, parents) };
  await updateSnitch(caseId, snitch.token, changes, now, by, scope);
}

async function createPlanned({ entry }: PlannedSnitch, context: Context): Promise<void> {
  const { existing, channelIds, tokens, by } = context;
  const { attributes, key } = entry;
  const { depends_on, channels, slug, environment } = attributes;
  const input = buildInput(attributes, {
    dependsOn: depends_on.map((parent) => knownValue(tokens, parent)),
    channels: channels.map((channel) => knownValue(channelIds, channel)),
  });
  const identity = { key: toStoredKey(existing.owner, key), slug, environment };
  const scope = scopeOf(existing.owner);
  const { token } = await createUnlessKeyed(existing.theCase, input, by, identity, scope);
  tokens.set(key, token);
}

/** The channels of the file, and people's browsers, which no file can name. None at all for all channels. */
function channelsToSave(
  { channels }: SnitchAttributes,
  { channelIds: before }: ExistingSnitch,
  { browserIds }: Existing,
  channelIds: Map<string, string>,
): string[] {
  if (channels.length === 0) return [];
  const browsers = before.filter((id) => browserIds.includes(id));
  return [...channels.map((key) => knownValue(channelIds, key)), ...browsers];
}

/** Snitches in an order in which each comes after those that it depends on. */
function parentsFirst(planned: PlannedSnitch[]): PlannedSnitch[] {
  const byKey = new Map(planned.map((each) => [each.entry.key, each]));
  const ordered = new Set<PlannedSnitch>();
  const add = (each: PlannedSnitch) => {
    if (ordered.has(each)) return;
    for (const key of each.entry.attributes.depends_on) {
      const parent = byKey.get(key);
      if (parent) add(parent);
    }
    ordered.add(each);
  };
  for (const each of planned) add(each);
  return [...ordered];
}
