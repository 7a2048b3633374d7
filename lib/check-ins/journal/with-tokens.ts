import type { CheckIn } from "@/lib/rules/reports/check-in";
import { execute } from "../connection";

/** The form of the ids of rows. */
const ROW_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

const FIND = "SELECT id, token FROM snitches WHERE id = ANY($1::uuid[])";

/**
 * Check-ins of a journal, with tokens in place of the ids of snitches. Some protocols know a snitch by its id, whose
 * token could not be looked up while the database was unavailable.
 */
export async function withTokens(checkIns: CheckIn[]): Promise<CheckIn[]> {
  const ids = new Set(checkIns.flatMap(({ token }) => (ROW_ID.test(token) ? token : [])));
  if (ids.size === 0) return checkIns;
  const rows = (await execute(FIND, [[...ids]])) as { id: string; token: string }[];
  const tokens = new Map(rows.map(({ id, token }) => [id, token]));
  return checkIns.map((checkIn) => ({ ...checkIn, token: tokens.get(checkIn.token) ?? checkIn.token }));
}
