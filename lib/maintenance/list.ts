import { db } from "@/lib/platform/db";
import type { Maintenance as Stored } from "@/lib/platform/generated/client";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { maintenanceOfRow } from "./row";

/** Maintenance with the snitches that it lists by name. Deleted snitches meanwhile are not among them. */
export type ListedMaintenance = Maintenance & {
  note: string;
  coversAll: boolean;
  tags: string[];
  snitches: { token: string; name: string }[];
};

/** All maintenance of the case, oldest first. */
export const listMaintenance = async (caseId: string): Promise<ListedMaintenance[]> =>
  withSnitches(caseId, await db.maintenance.findMany({ where: { caseId }, orderBy: { id: "asc" } }));

/** The maintenance of this case with this id. Null if there is none or it belongs to another case. */
export async function findMaintenance(caseId: string, id: string): Promise<ListedMaintenance | null> {
  const [first] = await withSnitches(caseId, await db.maintenance.findMany({ where: { caseId, id } }));
  return first ?? null;
}

async function withSnitches(caseId: string, rows: Stored[]): Promise<ListedMaintenance[]> {
  const ids = [...new Set(rows.flatMap(({ snitchIds }) => snitchIds))];
  const select = { id: true, token: true, name: true };
  const snitchRows = ids.length
    ? await db.snitch.findMany({ where: { caseId, id: { in: ids } }, select, orderBy: { id: "asc" } })
    : [];
  return rows.map((row) => {
    const { note, coversAll, tags, snitchIds } = row;
    const listed = new Set(snitchIds);
    const snitches = snitchRows
      .filter(({ id }) => listed.has(id))
      .map(({ token, name }) => ({ token, name }));
    return { ...maintenanceOfRow(row), note, coversAll, tags, snitches };
  });
}
