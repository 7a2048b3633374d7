import { type Actor, recordEvents } from "@/lib/audit/record";
import { listReachable } from "@/lib/emails/address-marks";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

type ChangedPage = { id: string; title: string; isHidden: boolean; names: string[] };

/**
 * Records of each page from which components go together with these snitches which ones they are, and emails the admins about
 * pages that someone sees: all but the one who deletes them, once an hour. Call it before the snitches go.
 */
export async function recordRemovedComponents(
  sql: Sql,
  caseId: string,
  snitchIds: string[],
  by: Actor,
): Promise<NewRows> {
  const pages = await sql<ChangedPage>(
    `SELECT shares.id, shares.name AS title, pages.visibility = 'hidden' AS "isHidden", array_agg(c.name ORDER BY c.position) AS names
     FROM page_components c JOIN shares ON shares.id = c.page_id JOIN pages ON pages.id = c.page_id
     WHERE shares.case_id = $1 AND c.snitch_id = ANY($2::uuid[]) GROUP BY shares.id, pages.id ORDER BY shares.id`,
    [caseId, snitchIds],
  );
  if (pages.length === 0) return NO_NEW_ROWS;
  await recordEvents(
    sql,
    caseId,
    by,
    pages.map(({ id, title, names }) => ({
      action: "share.changed",
      resource: { id, name: title },
      facts: { removed: names },
    })),
  );
  return emailAdmins(
    sql,
    caseId,
    pages.filter(({ isHidden }) => !isHidden),
    by,
  );
}

async function emailAdmins(sql: Sql, caseId: string, pages: ChangedPage[], by: Actor): Promise<NewRows> {
  if (pages.length === 0) return NO_NEW_ROWS;
  const [theCase] = await sql<{ caseName: string }>(
    `SELECT name AS "caseName" FROM cases WHERE id = $1 AND NOT EXISTS (SELECT FROM emails e WHERE e.case_id = $1
       AND e.kind = 'page_components_removed' AND e.created_at > now() - interval '1 hour')`,
    [caseId],
  );
  if (!theCase) return NO_NEW_ROWS;
  const admins = await listReachable(sql, caseId, ["owner", "admin"]);
  const others = by.kind === "user" ? admins.filter(({ id }) => id !== by.id) : admins;
  const path = `${env.APP_URL}/${caseId}`;
  return enqueueEmails(
    sql,
    others.map(({ email }) => ({
      kind: "page_components_removed" as const,
      address: email,
      caseId,
      facts: {
        ...theCase,
        removedBy: by.name,
        pages: pages.map(({ title, names }) => ({ title, names })),
        url: `${path}/status-pages`,
        auditUrl: `${path}/settings/audit`,
      },
    })),
  );
}
