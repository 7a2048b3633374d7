import { run } from "@/lib/check-ins/connection";
import { KEYS_OF_SNITCH } from "@/lib/check-ins/keys-of-ids";
import { createLookup } from "@/lib/check-ins/lookup";
import { isConnectionError } from "@/lib/platform/db-errors";
import type { Filters } from "@/lib/rules/reports/filters";
import { toToken, toUuid } from "@/lib/rules/snitch-uuid";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { locate } from "../locate";
import { type Destination, parseAddress } from "./parse-address";

/** The snitch that an address belongs to. */
export type Recipient = {
  /** What the check-in URL ends with. */
  token: string;
  /** `unknown`: the database was unavailable. */
  filters: Filters | null | "unknown";
  /** The signal in the address: `start`, `fail`, an exit status …; null if there is none. */
  signal: string | null;
};

/** Why an address accepts no check-ins. */
export type NoRecipient = "unknown" | "ambiguous" | "forbidden";

/** `worksUntil`: set for the address of a check-in URL that was replaced. */
type Found = Pick<Recipient, "token" | "filters"> & { worksUntil?: Date | null };
type Row = Found & { position: number; id: string };

const FIND = `
  SELECT n.position::int, s.id, k.key AS token, k.works_until AS "worksUntil", s.filters
  FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY n (key, id, position)
  JOIN snitches s ON s.id = coalesce(
    (SELECT t.id FROM snitches t WHERE t.check_in_key = n.key),
    (SELECT f.snitch_id FROM former_check_in_keys f WHERE f.key = n.key), n.id)
  CROSS JOIN LATERAL ${KEYS_OF_SNITCH} k`;

const findSnitch = createLookup<Found>(async (names) => {
  const ids = names.map((name) => (isUuidInAnyCase(name) ? name.toLowerCase() : null));
  const rows = (await run(FIND, [names.map(tokenIn), ids])) as Row[];
  // An id is an address only for snitches that have no other UUID.
  const isRight = ({ position, ...snitch }: Row) => {
    const name = names[position - 1] ?? "";
    return snitch.token === tokenIn(name) || toUuid(snitch) === name.toLowerCase();
  };
  const byPosition = new Map(rows.filter(isRight).map((row) => [row.position, row]));
  return names.map((_, index) => byPosition.get(index + 1) ?? null);
});

/** Our tokens are lowercase, however a mail program writes them. Those of other tools may have capitals. */
function tokenIn(name: string): string {
  if (isUuidInAnyCase(name)) return toToken(name);
  return /^[\da-f]{16}$/i.test(name) ? name.toLowerCase() : name;
}

/** The forms of our tokens, Healthchecks' and Uptime Kuma's. */
const isLikelyToken = (name: string) => /^(?:[\da-f]{16}|[\da-z]{32})$/i.test(name) || isUuidInAnyCase(name);

/**
 * Finds the snitch of an address by the part before the “@”. While the database is unavailable it knows the snitches that it
 * found before, takes what looks like a token for one, and throws for the rest.
 */
export async function findRecipient(localPart: string, now: Date): Promise<Recipient | NoRecipient> {
  let refusal: NoRecipient = "unknown";
  for (const destination of parseAddress(localPart)) {
    const recipient = await find(destination, now);
    if (typeof recipient !== "string") return { ...recipient, signal: destination.signal };
    if (recipient !== "unknown") refusal = recipient;
  }
  return refusal;
}

async function find(destination: Destination, now: Date): Promise<Found | NoRecipient> {
  if (destination.kind === "slug") return findBySlug(destination, now);
  const { name } = destination;
  try {
    const found = await findSnitch(name);
    return found && (!found.worksUntil || found.worksUntil > now) ? found : "unknown";
  } catch (error) {
    if (!isLikelyToken(name) || !isConnectionError(error)) throw error;
    return { token: tokenIn(name), filters: "unknown" };
  }
}

async function findBySlug(
  { key, slug }: Extract<Destination, { kind: "slug" }>,
  now: Date,
): Promise<Found | NoRecipient> {
  const located = await locate("healthchecks", key, slug, now);
  if (!located) return "unknown";
  if (located.apiKey.access === "read") return "forbidden";
  const [snitch, ...others] = located.snitches;
  if (!snitch) return "unknown";
  return others.length > 0 ? "ambiguous" : ((await findSnitch(snitch.checkInKey)) ?? "unknown");
}
