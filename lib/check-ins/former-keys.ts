import { type CheckIn, receivedAt } from "@/lib/rules/reports/check-in";
import { run } from "./connection";
import { createLookup } from "./lookup";

/** A key of a check-in URL that was replaced. */
type FormerKey = { currentKey: string; worksUntil: Date };

const FIND = `
  SELECT n.position::int, s.check_in_key AS "currentKey", f.works_until AS "worksUntil"
  FROM unnest($1::text[]) WITH ORDINALITY n (key, position)
  JOIN former_check_in_keys f ON f.key = n.key JOIN snitches s ON s.id = f.snitch_id`;

const find = createLookup<FormerKey>(async (keys) => {
  const rows = (await run(FIND, [keys])) as (FormerKey & { position: number })[];
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return keys.map((_, index) => byPosition.get(index + 1) ?? null);
});

/** Whether this process has seen the key as a former one. */
export const isKnownFormerKey = (key: string): boolean => find.knows(key);

/**
 * The check-in with the key that its snitch has now, if its own is a former one that worked when it was received. “ended”: it did not;
 * null: it is no former key. While the database is unavailable, the keys that were looked up before are known.
 */
export async function followKey(checkIn: CheckIn): Promise<CheckIn | "ended" | null> {
  return follow(checkIn, await find(checkIn.token));
}

function follow(checkIn: CheckIn, former: FormerKey | null): CheckIn | "ended" | null {
  if (!former) return null;
  if (former.worksUntil <= receivedAt(checkIn)) return "ended";
  return { ...checkIn, token: former.currentKey, formerKey: checkIn.formerKey ?? checkIn.token };
}

/** As `followKey`, for many; those that have nothing to follow stay as they are. */
export async function followKeys(checkIns: CheckIn[]): Promise<CheckIn[]> {
  const keys = [...new Set(checkIns.map(({ token }) => token))];
  const rows = await Promise.all(keys.map(find));
  const byKey = new Map(keys.map((key, i) => [key, rows[i] ?? null]));
  return checkIns.map((checkIn) => {
    const followed = follow(checkIn, byKey.get(checkIn.token) ?? null);
    return typeof followed === "string" ? checkIn : (followed ?? checkIn);
  });
}
