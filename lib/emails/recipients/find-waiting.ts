import type { Sql } from "@/lib/platform/db";

/** One transaction sends at most this many requests to confirm. */
const BATCH_SIZE = 500;

export type WaitingRecipient = {
  id: string;
  caseId: string;
  address: string;
  caseName: string;
  /** Null if the address is that of the whole case. */
  snitchName: string | null;
  ownerId: string | null;
};

/** The unconfirmed recipients that snitches or cases use, round-robin over cases, so that one with thousands delays no other. */
export const findWaiting = (sql: Sql, condition: string, values: unknown[]) =>
  sql<WaitingRecipient>(
    `WITH waiting AS (
       SELECT r.id, r.case_id, r.address, r.created_at FROM recipients r
       WHERE r.confirmed_at IS NULL AND r.left_at IS NULL AND ${condition}
         AND NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
                         WHERE m.case_id = r.case_id AND u.email = r.address)),
     used AS (
       SELECT s.case_id, lower(a) AS address, s.name FROM snitches s CROSS JOIN unnest(s.alert_email) AS a
       WHERE s.case_id IN (SELECT case_id FROM waiting)
       UNION ALL
       SELECT id, lower(alert_email), NULL FROM cases WHERE id IN (SELECT case_id FROM waiting))
     SELECT w.id, w.case_id AS "caseId", w.address, c.name AS "caseName", min(used.name) AS "snitchName",
       (SELECT user_id FROM members m WHERE m.case_id = w.case_id AND m.role = 'owner'
        ORDER BY m.created_at, m.user_id LIMIT 1) AS "ownerId"
     FROM waiting w JOIN used USING (case_id, address) JOIN cases c ON c.id = w.case_id
     GROUP BY w.id, w.case_id, w.address, w.created_at, c.name
     ORDER BY row_number() OVER (PARTITION BY w.case_id ORDER BY w.created_at, w.id), w.created_at
     LIMIT ${BATCH_SIZE}`,
    values,
  );
