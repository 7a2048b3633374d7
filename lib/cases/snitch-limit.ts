import { type Actor, type NewAuditEvent, recordEvents } from "@/lib/audit/record";
import { listReachable } from "@/lib/emails/address-marks";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { notFound, Refusal } from "@/lib/platform/refusal";
import type { KeyScope } from "./key-scope";

/** What a check-in that adds a snitch comes with: an API key, or the Sentry DSN of the case. */
export type SnitchAdder = { kind: "api_key"; id: string; scope: KeyScope } | { kind: "sentry_dsn" };

export const scopeOfAdder = (adder: SnitchAdder | null): KeyScope =>
  adder?.kind === "api_key" ? adder.scope : null;

type Counted = { id: string; name: string; caseName: string; limit: number | null; added: number };

// Keys that may change everything have no limit: they could create other keys.
const COUNT: Record<SnitchAdder["kind"], string> = {
  api_key: `UPDATE api_keys k SET snitches_added = snitches_added + 1 FROM cases c
    WHERE c.id = $1 AND k.case_id = c.id AND k.id = $2
      AND (k.access <> 'ping' OR k.snitch_limit IS NULL OR k.snitches_added < k.snitch_limit)
    RETURNING k.id, k.name, c.name AS "caseName", CASE k.access WHEN 'ping' THEN k.snitch_limit END AS limit,
      k.snitches_added AS added`,
  sentry_dsn: `UPDATE cases SET dsn_snitches_added = dsn_snitches_added + 1
    WHERE id = $1 AND $2::uuid IS NULL AND (dsn_snitch_limit IS NULL OR dsn_snitches_added < dsn_snitch_limit)
    RETURNING id, name, name AS "caseName", dsn_snitch_limit AS limit, dsn_snitches_added AS added`,
};

/**
 * Counts a snitch that a check-in adds, in the transaction that adds it. Refuses beyond the limit of its key; with the last
 * one that is allowed, the owners of the case are emailed.
 */
export async function countAddedSnitch(
  sql: Sql,
  caseId: string,
  adder: SnitchAdder,
  by: Actor,
): Promise<NewRows> {
  const [row] = await sql<Counted>(COUNT[adder.kind], [caseId, "id" in adder ? adder.id : null]);
  if (!row) throw new Refusal("plan_limit_reached", LIMIT_REACHED[adder.kind]);
  const { id, name, caseName, limit, added } = row;
  if (limit === null || added < limit) return NO_NEW_ROWS;
  const action = adder.kind === "api_key" ? "api_key.limit_reached" : "case.dsn_limit_reached";
  await recordEvents(sql, caseId, by, [{ action, resource: { id, name }, facts: { limit: String(limit) } }]);
  const facts = {
    caseName,
    key: adder.kind === "api_key" ? name : null,
    limit,
    url: `${env.APP_URL}/${caseId}/api-keys`,
  };
  const owners = await listReachable(sql, caseId, ["owner"]);
  return enqueueEmails(
    sql,
    owners.map(({ email }) => ({ kind: "snitch_limit_reached" as const, address: email, caseId, facts })),
  );
}

const LIMIT_REACHED: Record<SnitchAdder["kind"], string> = {
  api_key:
    "This key can’t create any more snitches. An admin of the case can raise its limit on the API Keys page.",
  sentry_dsn:
    "This DSN can’t create any more snitches. An admin of the case can raise its limit on the API Keys page.",
};

/** Sets how many snitches the check-ins of a key may add in all; null for any number. Refuses other keys than those that only check in. */
export async function changeSnitchLimit(
  caseId: string,
  keyId: string,
  limit: number | null,
  by: Actor,
): Promise<void> {
  await transaction(async (sql) => {
    const [key] = await sql<Pick<Counted, "id" | "name" | "limit"> & { access: string }>(
      `SELECT id, name, access::text AS access, snitch_limit AS limit FROM api_keys
       WHERE case_id = $1 AND id = $2 AND revoked_at IS NULL FOR UPDATE`,
      [caseId, keyId],
    );
    if (!key) throw notFound("API key");
    if (key.access !== "ping") throw new Refusal("resource_invalid", "Only keys for check-ins have a limit.");
    if (key.limit === limit) return;
    await sql("UPDATE api_keys SET snitch_limit = $2 WHERE id = $1", [keyId, limit]);
    await recordEvents(sql, caseId, by, [toEvent("api_key.changed", key, limit)]);
  });
}

/** Sets how many snitches check-ins with the Sentry DSN may add in all; null for any number. */
export async function changeDsnSnitchLimit(caseId: string, limit: number | null, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const [theCase] = await sql<Pick<Counted, "id" | "name" | "limit">>(
      "SELECT id, name, dsn_snitch_limit AS limit FROM cases WHERE id = $1 FOR NO KEY UPDATE",
      [caseId],
    );
    if (!theCase || theCase.limit === limit) return;
    await sql("UPDATE cases SET dsn_snitch_limit = $2 WHERE id = $1", [caseId, limit]);
    await recordEvents(sql, caseId, by, [toEvent("case.dsn_changed", theCase, limit)]);
  });
}

const toEvent = (
  action: "api_key.changed" | "case.dsn_changed",
  { id, name, limit: from }: Pick<Counted, "id" | "name" | "limit">,
  to: number | null,
): NewAuditEvent => ({
  action,
  resource: { id, name },
  facts: { snitch_limit: { from: from?.toString() ?? null, to: to?.toString() ?? null } },
});
