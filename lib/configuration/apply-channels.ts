import type { Actor } from "@/lib/audit/actor";
import { addUnlessKeyed } from "@/lib/channels/add";
import { changeChannel } from "@/lib/channels/change";
import { disableChannel, enableChannel } from "@/lib/channels/disable";
import { mergeRoute } from "@/lib/channels/input";
import { isChange } from "./diff";
import type { Existing } from "./existing";
import type { ChannelPlan, PlannedChannel } from "./plan-channels";

/** Adds and changes the planned channels. Returns the ids of all channels of the case by their keys. */
export async function applyChannels(
  { planned }: ChannelPlan,
  existing: Existing,
  by: Actor,
): Promise<Map<string, string>> {
  const ids = new Map(existing.channels.map(({ key, id }) => [key, id]));
  for (const each of planned.filter(({ change }) => isChange(change))) {
    ids.set(each.entry.key, await applyChannel(existing.theCase.id, each, by));
  }
  return ids;
}

async function applyChannel(
  caseId: string,
  { entry, current, wanted }: PlannedChannel,
  by: Actor,
): Promise<string> {
  const { kind, name, routing, enabled } = entry.attributes;
  if (!wanted.all) throw new Error(`The settings of ${entry.key} are not known.`);
  if (!current) {
    const input = {
      kind,
      name,
      settings: wanted.all,
      ...mergeRoute(routing),
    };
    const id = await addUnlessKeyed(caseId, entry.key, input, by);
    if (!enabled) await disableChannel(caseId, id, by);
    return id;
  }
  await changeChannel(caseId, current.id, { name, settings: wanted.given, routing }, by);
  if (current.enabled === true && !enabled) await disableChannel(caseId, current.id, by);
  if (current.enabled === false && enabled) await enableChannel(caseId, current.id, by);
  return current.id;
}
