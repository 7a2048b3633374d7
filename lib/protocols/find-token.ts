import { findKeysOfIds } from "@/lib/check-ins/keys-of-ids";
import { createLookup } from "@/lib/check-ins/lookup";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { toToken } from "@/lib/rules/snitch-uuid";
import { isUuidInAnyCase } from "@/lib/rules/uuid";

const findById = createLookup<string>(async (ids) => {
  const keys = await findKeysOfIds(ids);
  return ids.map((id) => keys.get(id) ?? null);
});

/** The version of the ids of rows. */
const VERSION_7 = /^.{14}7/;

/**
 * The end of the check-in URL with this UUID: see `toUuid`. A text that isn't a UUID is returned unchanged. While the database is
 * unavailable, ids looked up before are known.
 */
export async function findToken(uuid: string): Promise<string> {
  if (!isUuidInAnyCase(uuid)) return uuid;
  const token = toToken(uuid);
  return VERSION_7.test(token) ? ((await findById(token).catch(nothing)) ?? token) : token;
}

function nothing(error: unknown): null {
  if (!isConnectionError(error)) log.error({ err: error }, "a snitch was not looked up by its id");
  return null;
}
