import { pool } from "@/lib/platform/db";
import type { RESOURCES } from "./actions";
import type { PresentableEvent } from "./present";

/** Which events to list. An absent filter matches all. */
export type EventFilter = {
  /** A part of the actor's name. */
  who?: string;
  /** A part of the resource's name. */
  which?: string;
  resource?: (typeof RESOURCES)[number];
  /** The token of a snitch, or the id of any other resource. */
  resourceId?: string;
  /** The id of the event after which the page begins. */
  before?: string;
};

export type ListedEvent = Omit<PresentableEvent, "caseId" | "actorId">;

export const EVENTS_ON_A_PAGE = 50;

/** One page of a case's log, newest first. `next` is the `before` of the next page; null on the last one. */
export async function listEvents(
  caseId: string,
  { who, which, resource, resourceId, before }: EventFilter,
): Promise<{ events: ListedEvent[]; next: string | null }> {
  const { rows } = await pool.query<ListedEvent>(
    `SELECT id, at, actor_kind::text AS "actorKind", actor_name AS "actorName", address, action,
       resource_id AS "resourceId", resource_name AS "resourceName", facts
     FROM audit_events
     WHERE case_id = $1 AND ($2::uuid IS NULL OR id < $2)
       AND ($3::text IS NULL OR position(lower($3) IN lower(actor_name)) > 0)
       AND ($4::text IS NULL OR position(lower($4) IN lower(resource_name)) > 0)
       AND ($5::text IS NULL OR starts_with(action, $5 || '.'))
       AND ($6::text IS NULL OR resource_id = $6)
     ORDER BY id DESC LIMIT ${EVENTS_ON_A_PAGE + 1}`,
    [caseId, before ?? null, who ?? null, which ?? null, resource ?? null, resourceId ?? null],
  );
  const events = rows.slice(0, EVENTS_ON_A_PAGE);
  return { events, next: rows.length > EVENTS_ON_A_PAGE ? (events.at(-1)?.id ?? null) : null };
}
