import { query } from "@/lib/platform/db";
import type { PresentableEvent } from "./present";
import { SETTLED_BEFORE, timeOfId } from "./settled";

/**
 * Events of a case in the order in which they are stored, from the oldest or after one of them. Anyone who reads on after the last one
 * misses none: the events of the last seconds are left out, because older ones may still appear among them.
 */
export const listEventsAfter = (caseId: string, after: string | null, limit: number) =>
  query<PresentableEvent>(
    `SELECT id, at, case_id AS "caseId", actor_kind::text AS "actorKind", actor_id AS "actorId", actor_name AS "actorName", address,
       action, resource_id AS "resourceId", resource_name AS "resourceName", facts
     FROM audit_events
     WHERE case_id = $1 AND ($2::uuid IS NULL OR id > $2) AND ${timeOfId("id")} < ${SETTLED_BEFORE}
     ORDER BY id LIMIT $3`,
    [caseId, after, limit],
  );
