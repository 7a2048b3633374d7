import { query } from "@/lib/platform/db";

const MAX_LISTED = 50;

/** A fire drill with how many were notified, for how many that failed, and how many have confirmed. */
export type ListedDrill = {
  id: string;
  startedAt: Date;
  startedBy: string;
  notified: number;
  failed: number;
  confirmed: number;
};

/** The latest fire drills of a case, the newest first. */
export const listDrills = (caseId: string): Promise<ListedDrill[]> =>
  query<ListedDrill>(
    `SELECT d.id, d.started_at AS "startedAt", d.started_by AS "startedBy", m.*
     FROM drills d CROSS JOIN LATERAL (
       SELECT count(*)::int AS notified, count(confirmed_at)::int AS confirmed,
         count(gave_up_at) FILTER (WHERE confirmed_at IS NULL)::int AS failed
       FROM (SELECT confirmed_at, gave_up_at FROM deliveries WHERE drill_id = d.id AND event = 'drill'
             UNION ALL SELECT confirmed_at, gave_up_at FROM emails WHERE drill_id = d.id
             UNION ALL SELECT confirmed_at, gave_up_at FROM drill_messages WHERE drill_id = d.id) AS messages) AS m
     WHERE d.case_id = $1 ORDER BY d.started_at DESC, d.id DESC LIMIT ${MAX_LISTED}`,
    [caseId],
  );
