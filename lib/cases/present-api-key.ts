import { z } from "zod";
import type { Case } from "@/lib/platform/generated/client";
import type { ListedKey } from "./api-key";
import { KEY_PERMISSIONS } from "./api-key-access";
import { API_KEY_ACCESS, API_KEY_KINDS } from "./api-key-form";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of an API key. It does not contain the key, which is shown only once. */
export const presentedApiKey = z.object({
  id: z.uuid().meta({ examples: ["019e6730-2200-7b52-9a3f-4a1c2b3d4e5f"] }),
  name: z.string().meta({ examples: ["Cron jobs"] }),
  kind: z
    .enum(API_KEY_KINDS)
    .meta({ description: "The protocol that the key belongs to.", examples: ["healthchecks"] }),
  access: z.enum(API_KEY_ACCESS).meta({
    description:
      "`ping` can only send check-ins, `acknowledge` can read, acknowledge, snooze and pause, and `plan` can read and preview changes.",
    examples: ["ping"],
  }),
  tags: z.array(z.string()).meta({ description: "Limits the key to snitches with one of these tags …" }),
  snitches: z
    .array(z.string())
    .meta({ description: "… and those with these tokens; the whole case if both are empty." }),
  snitch_limit: z
    .int()
    .nullable()
    .meta({
      description: "How many snitches its check-ins can create; null for no limit.",
      examples: [1_000],
    }),
  snitches_added: z.int().meta({ description: "How many they have created so far.", examples: [12] }),
  prefix: z.string().meta({ description: "The key’s first characters.", examples: ["5f0d8"] }),
  created_at: time.meta({ examples: ["2026-05-27T08:00:00.000Z"] }),
  last_used_at: time.nullable().meta({ description: "To the minute." }),
  last_used_verb: z.string().nullable().meta({ description: "The method of that request, or `check-in`." }),
  last_used_address: z.string().nullable().meta({ description: "The address it came from." }),
  used_for: z.array(z.enum(KEY_PERMISSIONS)).meta({
    description:
      "What the key has been used for since `used_since`. If that is less than it may do, a narrower key is enough.",
  }),
  used_since: time.meta({ examples: ["2026-05-27T08:00:00.000Z"] }),
  expires_at: time.nullable(),
});

/** The JSON of a new key, the only one that contains it. */
export const createdApiKey = presentedApiKey.pick({ id: true, name: true }).extend({
  key: z.string().meta({ examples: ["5f0d8a3b9e110c2d4e6f8a0b"] }),
});

export const presentApiKey = (key: ListedKey): z.output<typeof presentedApiKey> => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  access: key.access,
  tags: key.tags,
  snitches: key.snitches,
  snitch_limit: key.access === "ping" ? key.snitchLimit : null,
  snitches_added: key.snitchesAdded,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  last_used_verb: key.lastUsedVerb || null,
  last_used_address: key.lastUsedAddress || null,
  used_for: KEY_PERMISSIONS.filter((permission) => key.uses.includes(permission)),
  used_since: key.usesSince.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
});

/** The JSON of a key with a new secret. */
export const rotatedApiKey = createdApiKey.extend({
  former_works_until: time.meta({
    description: "Until then, the previous secret works, too.",
    examples: ["2026-05-28T12:00:00.000Z"],
  }),
});

export const presentRotatedKey = (rotated: {
  id: string;
  name: string;
  key: string;
  formerWorksUntil: Date;
}): z.output<typeof rotatedApiKey> => ({
  id: rotated.id,
  name: rotated.name,
  key: rotated.key,
  former_works_until: rotated.formerWorksUntil.toISOString(),
});

const EXAMPLE_DSN = "https://5f0d8a3b9e110c2d4e6f8a0b1c2d3e4f@checkin.example.com/1";

/** The JSON of the Sentry DSN of a case. */
export const presentedSentryDsn = z.object({
  dsn: z.url().meta({ examples: [EXAMPLE_DSN] }),
  snitch_limit: presentedApiKey.shape.snitch_limit,
  snitches_added: presentedApiKey.shape.snitches_added.meta({ examples: [0] }),
});

export const presentSentryDsn = (
  dsn: string,
  theCase: Pick<Case, "dsnSnitchLimit" | "dsnSnitchesAdded">,
): z.output<typeof presentedSentryDsn> => ({
  dsn,
  snitch_limit: theCase.dsnSnitchLimit,
  snitches_added: theCase.dsnSnitchesAdded,
});
