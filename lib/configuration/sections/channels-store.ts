import { addUnlessKeyed } from "@/lib/channels/add";
import { changeChannel } from "@/lib/channels/change";
import { disableChannel, enableChannel } from "@/lib/channels/disable";
import { mergeRoute } from "@/lib/channels/input";
import { removeChannel } from "@/lib/channels/remove";
import { ROUTING } from "@/lib/channels/routing";
import { decryptSettings } from "@/lib/channels/stored-settings";
import type { Channel } from "@/lib/platform/generated/client";
import { attributesOf } from "@/lib/platform/setting";
import type { ExistingChannel } from "../channel-settings";
import type { PlanOf } from "../configuration";
import type { Applying, Store } from "../store";

export const existingChannel = (channel: Channel, key: string): ExistingChannel => ({
  id: channel.id,
  key,
  attributes: {
    kind: channel.kind,
    name: channel.name,
    settings: decryptSettings(channel),
    routing: attributesOf(ROUTING, channel),
    enabled: channel.disabledAt === null ? true : channel.disabledReason === null ? false : null,
  },
});

type Plan = PlanOf<"channels">;

export const channelStore: Store<Plan> = {
  remove: ({ id }, { caseId, by }) => removeChannel(caseId, id, by),
  apply: async (entries, applying) => {
    for (const each of entries) applying.ids.channels.set(each.entry.key, await applyChannel(each, applying));
  },
};

/** Returns its id. */
async function applyChannel(
  { entry, current, secrets: { all, given } }: Plan["planned"][number],
  { caseId, by }: Applying,
): Promise<string> {
  const { kind, name, routing, enabled } = entry.attributes;
  if (!all) throw new Error(`The settings of ${entry.key} are not known.`);
  if (!current) {
    const input = { kind, name, settings: all, ...mergeRoute(kind, routing) };
    const id = await addUnlessKeyed(caseId, entry.key, input, by);
    if (!enabled) await disableChannel(caseId, id, by);
    return id;
  }
  const { id, attributes } = current;
  await changeChannel(caseId, id, { name, settings: given, routing }, by);
  if (attributes.enabled === true && !enabled) await disableChannel(caseId, id, by);
  if (attributes.enabled === false && enabled) await enableChannel(caseId, id, by);
  return id;
}
