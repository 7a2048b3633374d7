import { randomBytes } from "node:crypto";
import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { HOUR_MS } from "@/lib/rules/durations";

/** Those that have ended are kept as long as there is room: a journal may have check-ins from before their end. */
const MAX_FORMER_KEYS = 5;

/**
 * Gives a snitch another check-in URL. The previous one works for some hours more; with none, all previous ones end at once. The token
 * stays.
 */
export async function replaceCheckInUrl(
  caseId: string,
  token: string,
  overlapHours: number,
  now: Date,
  by: Actor,
): Promise<{ checkInKey: string; formerWorksUntil: Date }> {
  const next = randomBytes(8).toString("hex");
  const worksUntil = new Date(now.getTime() + overlapHours * HOUR_MS);
  await transaction(async (sql) => {
    const [snitch] = await sql<{ id: string; name: string; checkInKey: string }>(
      `SELECT id, name, check_in_key AS "checkInKey" FROM snitches WHERE case_id = $1 AND token = $2 FOR UPDATE`,
      [caseId, token],
    );
    if (!snitch) throw notFound("snitch");
    const { id, name, checkInKey } = snitch;
    if (overlapHours === 0)
      await sql(
        "UPDATE former_check_in_keys SET works_until = $2 WHERE snitch_id = $1 AND works_until > $2",
        [id, now],
      );
    const former = await sql<{ key: string; works: boolean }>(
      "SELECT key, works_until > $2 AS works FROM former_check_in_keys WHERE snitch_id = $1 ORDER BY works_until DESC",
      [id, now],
    );
    const excess = former.slice(MAX_FORMER_KEYS - 1);
    if (excess.some(({ works }) => works)) throw tooManyUrls();
    await sql("DELETE FROM former_check_in_keys WHERE key = ANY($1)", [excess.map(({ key }) => key)]);
    await sql("INSERT INTO former_check_in_keys (key, works_until, snitch_id) VALUES ($1, $2, $3)", [
      checkInKey,
      worksUntil,
      id,
    ]);
    await sql("UPDATE snitches SET check_in_key = $2 WHERE id = $1", [id, next]);
    const facts = { overlap_hours: String(overlapHours) };
    await recordEvents(sql, caseId, by, [
      { action: "snitch.url_replaced", resource: { id: token, name }, facts },
    ]);
  });
  publishChange([caseId]);
  return { checkInKey: next, formerWorksUntil: worksUntil };
}

const tooManyUrls = () =>
  invalidAttribute(
    "overlap_hours",
    `must be 0, which ends all previous URLs: ${MAX_FORMER_KEYS} of them still work`,
  );
