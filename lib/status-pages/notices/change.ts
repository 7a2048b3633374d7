import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { invalid, invalidAttribute } from "@/lib/platform/refusal";
import { setPages } from "./add";
import { checkIds, windowOfMaintenance } from "./check";
import { type NoticeChanges, timeProblems } from "./input";
import { inNotice } from "./update";

/** Changes the attributes that are present and leaves the others. No one is notified. */
export const changeNotice = (caseId: string, id: string, changes: NoticeChanges, now: Date, by: Actor) =>
  inNotice({ caseId, now, by }, id, async ({ sql }, before) => {
    if (changes.summary && !before.endedAt) throw invalidAttribute("summary", "can be written after the end");
    const { title = before.title, summary = before.summary, incidents = before.incidentIds } = changes;
    const pages = changes.pages ?? before.pages.map(({ slug }) => slug);
    // Impacts on pages that no longer show it are left out when it is read.
    const impacts = changes.affected ?? before.affected;
    const pageIds = await checkIds(sql, caseId, {
      pages,
      affected: changes.affected ?? [],
      incidents: changes.incidents ?? [],
    });
    const { maintenanceId, startsAt, endsAt } = await timesAfter();
    await sql(
      `UPDATE notices SET title = $2, summary = $3, incident_ids = $4, affected = $5, maintenance_id = $6, starts_at = $7,
         ends_at = $8 WHERE id = $1`,
      [before.id, title, summary, incidents, JSON.stringify(impacts), maintenanceId, startsAt, endsAt],
    );
    await setPages(sql, before.id, pageIds);
    const facts = changesBetween(
      { title: before.title, summary: before.summary, pages: before.pages.map(({ slug }) => slug) },
      { title, summary, pages: [...pages].sort() },
    );
    const resource = { id: before.id, name: before.title };
    await recordEvents(sql, caseId, by, [{ action: "notice.changed", resource, facts, at: now }]);

    async function timesAfter() {
      const hasTimes = changes.starts_at !== undefined || changes.ends_at !== undefined;
      const maintenance =
        changes.maintenance ?? (hasTimes || changes.maintenance === null ? null : before.maintenanceId);
      const starts_at = changes.starts_at === undefined ? before.startsAt : changes.starts_at;
      const ends_at = changes.ends_at === undefined ? before.endsAt : changes.ends_at;
      const own = maintenance && !hasTimes ? { starts_at: null, ends_at: null } : { starts_at, ends_at };
      const problems = timeProblems({ kind: before.kind, maintenance, ...own });
      if (problems.length > 0) throw invalid(problems);
      if (maintenance === null || maintenance === before.maintenanceId)
        return { maintenanceId: maintenance, startsAt: starts_at, endsAt: ends_at };
      return { maintenanceId: maintenance, ...(await windowOfMaintenance(sql, caseId, maintenance, now)) };
    }
  });

/** Deletes a notice with its updates. */
export const removeNotice = (caseId: string, id: string, now: Date, by: Actor) =>
  inNotice({ caseId, now, by }, id, async ({ sql }, notice) => {
    await sql("DELETE FROM notices WHERE id = $1", [notice.id]);
    const resource = { id: notice.id, name: notice.title };
    await recordEvents(sql, caseId, by, [{ action: "notice.removed", resource, at: now }]);
  });
