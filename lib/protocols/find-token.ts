import { run } from "@/lib/check-ins/connection";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { createLookup } from "./lookup";
import { toToken, toUuid } from "./uuid";

const FIND = `
  SELECT n.position::int, s.id, s.token
  FROM unnest($1::uuid[]) WITH ORDINALITY n (id, position) JOIN snitches s ON s.id = n.id`;

const findById = createLookup<string>(async (ids) => {
  const rows = (await run(FIND, [ids])) as { position: number; id: string; token: string }[];
  // An id is an address only for snitches that have no other UUID: it is shown to more people than addresses are.
  const named = rows.filter((row) => toUuid(row) === row.id);
  const byPosition = new Map(named.map(({ position, token }) => [position, token]));
  return ids.map((_, index) => byPosition.get(index + 1) ?? null);
});

/** The version of the ids of rows. */
const VERSION_7 = /^.{14}7/;

/**
 * The token of the snitch with this UUID: see `toUuid`. A text that is no UUID is a token. While the database is unavailable,
 * the ids that were looked up before are known.
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
