import { z } from "zod";
import { findKind } from "@/lib/channel-kinds/find";
import { outputsOf } from "@/lib/platform/setting";
import type { StoredChannel } from "./find";
import { presentRouting, ROUTING } from "./routing";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of a channel in the API. */
export const presentedChannel = z.object({
  id: z.string().meta({ examples: ["019e6730-1e00-7b52-9a3f-4a1c2b3d4e5f"] }),
  kind: z.string().meta({ examples: ["slack"] }),
  name: z.string().meta({ description: "Empty if it has no name of its own.", examples: ["On-call"] }),
  settings: z.record(z.string(), z.string()).meta({ description: "Without secrets, which are write-only." }),
  routing: z.object(outputsOf(ROUTING)),
  enabled: z.boolean().meta({ examples: [true] }),
  disabled_at: time.nullable(),
  disabled_reason: z.string().nullable().meta({ description: "Why Tattle switched the channel off." }),
  created_at: time.meta({ examples: ["2026-05-27T08:00:00.000Z"] }),
  signing_secret: z.string().optional().meta({
    description: "The webhook’s signing secret. Returned only when a webhook is created.",
  }),
});

export type PresentedChannel = z.output<typeof presentedChannel>;

export const presentChannel = (channel: StoredChannel): PresentedChannel => ({
  id: channel.id,
  kind: channel.kind,
  name: channel.name,
  settings: publicSettings(channel),
  routing: presentRouting(channel),
  enabled: channel.disabledAt === null,
  disabled_at: channel.disabledAt?.toISOString() ?? null,
  disabled_reason: channel.disabledReason,
  created_at: channel.createdAt.toISOString(),
});

/** The settings of a channel that may be shown to those who manage it: no secrets, and what contains one is masked. */
export function publicSettings({
  kind,
  settings,
}: Pick<StoredChannel, "kind" | "settings">): Record<string, string> {
  const { secrets, omitsEmpty = [], masks = {} } = findKind(kind);
  const plain = Object.entries(settings).filter(
    ([name, value]) => !secrets.includes(name) && (value !== "" || !omitsEmpty.includes(name)),
  );
  return Object.fromEntries(plain.map(([name, value]) => [name, masks[name]?.(value) ?? value]));
}
