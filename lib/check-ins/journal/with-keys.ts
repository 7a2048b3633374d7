import type { CheckIn } from "@/lib/rules/reports/check-in";
import { followKeys } from "../former-keys";
import { findKeysOfIds } from "../keys-of-ids";

/** The form of the ids of rows. */
const ROW_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Check-ins of a journal, with the keys that their snitches have now. Some protocols know a snitch by its id, whose key could not be
 * looked up while the database was unavailable, and a former key counts if it worked when the check-in was received.
 */
export async function withKeys(checkIns: CheckIn[]): Promise<CheckIn[]> {
  const ids = [...new Set(checkIns.flatMap(({ token }) => (ROW_ID.test(token) ? token : [])))];
  const keys = ids.length > 0 ? await findKeysOfIds(ids) : new Map<string, string>();
  return followKeys(
    checkIns.map((checkIn) => ({ ...checkIn, token: keys.get(checkIn.token) ?? checkIn.token })),
  );
}
