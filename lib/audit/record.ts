import { v7 as newId } from "uuid";
import type { Sql } from "@/lib/platform/db";
import type { Action } from "./actions";
import type { Actor } from "./actor";

export type Fact = string | string[] | null;

export type NewAuditEvent = {
  action: Action;
  /** What it was done to: a snitch by its token, anything else by its id, and by the name it had. */
  resource: { id: string; name: string };
  /** What else is worth knowing; for an attribute, its value before and after. Never a secret. */
  facts?: Record<string, Fact | { from: Fact; to: Fact }>;
};

/** Writes down who did what in a case. Belongs into the transaction of the change itself. */
export async function recordEvents(
  sql: Sql,
  caseId: string,
  by: Actor,
  events: NewAuditEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await sql(
    `INSERT INTO audit_events
       (id, case_id, actor_kind, actor_id, actor_name, address, action, resource_id, resource_name, facts)
     SELECT n.id, $1::uuid, $2::actor_kind, $3::uuid, $4, $5, n.action, n.resource_id, n.resource_name, n.facts::jsonb
     FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::uuid[])
       AS n(action, resource_id, resource_name, facts, id)`,
    [
      caseId,
      by.kind,
      by.id,
      by.name,
      by.address,
      events.map(({ action }) => action),
      events.map(({ resource }) => resource.id),
      events.map(({ resource }) => resource.name),
      events.map(({ facts }) => JSON.stringify(facts ?? {})),
      // Ids of one process keep their order, also within a millisecond.
      events.map(() => newId()),
    ],
  );
}

const MAX_CHARACTERS = 300;

/** The attributes whose values differ, each with its value before and after; long texts are cut. */
export function changesBetween(before: Record<string, Fact>, after: Record<string, Fact | undefined>) {
  const changed = Object.entries(after).flatMap(([name, to]) => {
    const from = before[name] ?? null;
    if (to === undefined || JSON.stringify(from) === JSON.stringify(to)) return [];
    return [[name, { from: cut(from), to: cut(to) }] as const];
  });
  return Object.fromEntries(changed);
}

const cut = (fact: Fact): Fact =>
  typeof fact === "string" && fact.length > MAX_CHARACTERS
    ? `${fact.slice(0, MAX_CHARACTERS).toWellFormed()}…`
    : fact;
