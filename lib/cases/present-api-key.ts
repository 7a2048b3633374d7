import { z } from "zod";
import type { ApiKey, Case } from "@/lib/platform/generated/client";
import { API_KEY_ACCESS, API_KEY_KINDS } from "./api-key-form";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of an API key. It does not contain the key, which is shown only once. */
export const presentedApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(API_KEY_KINDS).meta({ description: "The protocol that the key belongs to." }),
  access: z.enum(API_KEY_ACCESS).meta({ description: "`ping` can only send check-ins." }),
  snitch_limit: z
    .int()
    .nullable()
    .meta({ description: "How many snitches its check-ins may add; null for any number." }),
  snitches_added: z.int().meta({ description: "How many they have added so far." }),
  prefix: z.string().meta({ description: "The key’s first characters." }),
  created_at: time,
  last_used_at: time.nullable(),
  expires_at: time.nullable(),
});

/** The JSON of a new key, the only one that contains it. */
export const createdApiKey = presentedApiKey.pick({ id: true, name: true }).extend({ key: z.string() });

type Presentable = Pick<
  ApiKey,
  | "id"
  | "name"
  | "kind"
  | "access"
  | "snitchLimit"
  | "snitchesAdded"
  | "prefix"
  | "createdAt"
  | "lastUsedAt"
  | "expiresAt"
>;

export const presentApiKey = (key: Presentable): z.output<typeof presentedApiKey> => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  access: key.access,
  snitch_limit: key.access === "ping" ? key.snitchLimit : null,
  snitches_added: key.snitchesAdded,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
});

/** The JSON of the Sentry DSN of a case. */
export const presentedSentryDsn = z
  .object({ dsn: z.url() })
  .extend(presentedApiKey.pick({ snitch_limit: true, snitches_added: true }).shape);

export const presentSentryDsn = (
  dsn: string,
  theCase: Pick<Case, "dsnSnitchLimit" | "dsnSnitchesAdded">,
): z.output<typeof presentedSentryDsn> => ({
  dsn,
  snitch_limit: theCase.dsnSnitchLimit,
  snitches_added: theCase.dsnSnitchesAdded,
});
