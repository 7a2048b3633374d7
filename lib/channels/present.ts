import { z } from "zod";
import { findKind } from "@/lib/channel-kinds/find";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { ALERT_CAUSES } from "@/lib/rules/state/alert-cause";
import type { StoredChannel } from "./find";

const time = z.iso.datetime({ precision: 3 });
const tags = z.array(z.string());

/** The JSON of a channel in the API. */
export const presentedChannel = z.object({
  id: z.string().meta({ examples: ["019e6730-1e00-7b52-9a3f-4a1c2b3d4e5f"] }),
  kind: z.string().meta({ examples: ["slack"] }),
  name: z.string().meta({ description: "Empty if it has none of its own.", examples: ["On-call"] }),
  settings: z
    .record(z.string(), z.string())
    .meta({ description: "Without the secrets, which are never read back." }),
  routing: z.object({
    tags_any: tags.meta({ examples: [["database"]] }),
    tags_all: tags,
    tags_none: tags,
    min_severity: z.enum(SEVERITIES).meta({ examples: ["warning"] }),
    causes: z.array(z.enum(ALERT_CAUSES)).meta({ description: "Empty for all." }),
    default: z.boolean().meta({ description: "Whether it gets the alerts that match no other channel." }),
  }),
  enabled: z.boolean().meta({ examples: [true] }),
  disabled_at: time.nullable(),
  disabled_reason: z.string().nullable().meta({ description: "Why Tattle switched it off." }),
  created_at: time.meta({ examples: ["2026-05-27T08:00:00.000Z"] }),
  signing_secret: z.string().optional().meta({
    description: "Only in the response to the creation of a webhook: it signs every request to it.",
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

type Routing = Pick<
  StoredChannel,
  "tagsAny" | "tagsAll" | "tagsNone" | "minSeverity" | "causes" | "isDefault"
>;

/** Which alerts a channel gets, as the API and exported files say it. */
export const presentRouting = (channel: Routing) => ({
  tags_any: channel.tagsAny,
  tags_all: channel.tagsAll,
  tags_none: channel.tagsNone,
  min_severity: channel.minSeverity,
  causes: channel.causes,
  default: channel.isDefault,
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
