import { type MaintenanceRow, maintenanceOfRow, TIME_COLUMNS } from "@/lib/maintenance/row";
import type { Sql } from "@/lib/platform/db";
import { invalidAttribute } from "@/lib/platform/refusal";
import type { Affected } from "./states";
import { windowOf } from "./store";

export type ForeignIds = {
  pages: string[];
  affected: Affected[];
  incidents: string[];
};

const refuse = (attribute: string, message: string) => invalidAttribute(attribute, message);
const quote = (text: string) => JSON.stringify(text.slice(0, 60).toWellFormed());

/**
 * The ids of the pages with these slugs. Refuses what is not of the case, as if there were nothing: pages, components of other
 * pages, and incidents.
 */
export async function checkIds(sql: Sql, caseId: string, ids: ForeignIds): Promise<string[]> {
  const pages = await sql<{ id: string; slug: string }>(
    "SELECT id, slug FROM pages WHERE case_id = $1 AND slug = ANY($2::text[])",
    [caseId, ids.pages],
  );
  const slugs = new Set(pages.map(({ slug }) => slug));
  const page = ids.pages.find((slug) => !slugs.has(slug));
  if (page !== undefined) throw refuse("pages", `has an unknown page: ${quote(page)}`);
  const pageIds = pages.map(({ id }) => id);
  await checkAffected(sql, pageIds, ids.affected);
  const incidents = await sql<{ id: string }>(
    "SELECT id FROM incidents WHERE case_id = $1 AND id = ANY($2::uuid[])",
    [caseId, ids.incidents],
  );
  const incident = ids.incidents.find((id) => !incidents.some((each) => each.id === id.toLowerCase()));
  if (incident) throw refuse("incidents", `has an unknown incident: ${quote(incident)}`);
  return pageIds;
}

/** Refuses components that stand on none of these pages. */
export async function checkAffected(sql: Sql, pageIds: string[], impacts: Affected[]): Promise<void> {
  const components = await sql<{ id: string }>(
    "SELECT id FROM page_components WHERE page_id = ANY($1::uuid[]) AND id = ANY($2::uuid[])",
    [pageIds, impacts.map(({ component }) => component)],
  );
  const unknown = impacts.find(
    ({ component }) => !components.some(({ id }) => id === component.toLowerCase()),
  );
  if (unknown) throw refuse("affected", `has an unknown component: ${quote(unknown.component)}`);
}

/** The times of this maintenance of the case, which a notice keeps if the maintenance is deleted. */
export async function windowOfMaintenance(sql: Sql, caseId: string, id: string, now: Date) {
  const [row] = await sql<MaintenanceRow>(
    `SELECT ${TIME_COLUMNS} FROM maintenance m WHERE m.case_id = $1 AND m.id = $2`,
    [caseId, id],
  );
  if (!row) throw refuse("maintenance", "is not maintenance of the case");
  const window = windowOf(maintenanceOfRow(row), now);
  return { startsAt: window?.startsAt ?? null, endsAt: window?.endsAt ?? null };
}
