import { z } from "zod";
import { type PresentableEvent, presentEvent, presentedEvent } from "@/lib/audit/present";
import { INCIDENT_COLUMNS, type IncidentColumns, toListedIncident } from "@/lib/incidents/list";
import { presentedIncident, presentIncidents } from "@/lib/incidents/present";
import { withoutParentsOutside } from "@/lib/incidents/scope";
import { query } from "@/lib/platform/db";
import { presentedRun, presentRun } from "@/lib/runs/present";
import { listReceivedAt } from "@/lib/runs/received";
import { RUN_COLUMNS, toRun } from "@/lib/runs/store";
import { exportAlerts, exportedAlert } from "./alerts";
import { inOrder } from "./in-order";
import { exportedPeriod, exportPeriods } from "./periods";
import { rowsInOrder } from "./rows";
import { listSelected, type SelectedSnitch, type Selection } from "./selection";

type Pages = AsyncGenerator<Record<string, unknown>[]>;

/** What can be exported: the schema of a row, whose members are the columns, and the pages of rows in order of time. */
export type ExportKind = {
  row: z.ZodObject;
  pages: (selection: Selection, now: Date) => Pages;
};

const RUNS_AT_ONCE = 1_000;
/** The cause of an incident takes several look-ups. */
const INCIDENTS_AT_ONCE = 100;
const EVENTS_AT_ONCE = 1_000;

const listIds = (snitches: SelectedSnitch[]) => snitches.map(({ id }) => id);

async function* exportRuns(snitches: SelectedSnitch[], selection: Selection): Pages {
  const tokens = new Map(snitches.map(({ id, token }) => [id, token]));
  const columns = { alias: "r", select: `r.snitch_id AS "snitchId", ${RUN_COLUMNS}` };
  type Row = { snitchId: string; id: string; at: Date };
  const source = { table: "runs", time: "at" } as const;
  for await (const rows of rowsInOrder<Row>(source, columns, listIds(snitches), selection, RUNS_AT_ONCE)) {
    const runs = rows.map((row) => ({ snitchId: row.snitchId, run: toRun(row) }));
    const receivedAt = await listReceivedAt(runs);
    yield runs.map(({ snitchId, run }) => ({
      snitch: tokens.get(snitchId),
      ...presentRun(run, receivedAt.get(run.id)),
    }));
  }
}

async function* exportIncidents(snitches: SelectedSnitch[], selection: Selection): Pages {
  const { caseId, scope } = selection;
  const columns = {
    alias: "i",
    select: `i.opened_at AS at, ${INCIDENT_COLUMNS}`,
    joins: "JOIN snitches s ON s.id = i.snitch_id LEFT JOIN snitches p ON p.id = i.held_by",
  };
  type Row = IncidentColumns & { at: Date };
  const source = { table: "incidents", time: "opened_at" } as const;
  for await (const rows of rowsInOrder<Row>(source, columns, listIds(snitches), selection, INCIDENTS_AT_ONCE))
    yield await presentIncidents(
      caseId,
      await withoutParentsOutside(caseId, scope, rows.map(toListedIncident)),
    );
}

/** With a tag, and for a narrowed key, the events of the snitches that these select. */
async function* exportEvents(snitches: SelectedSnitch[], selection: Selection): Pages {
  const { caseId, tag, scope } = selection;
  const tokens = tag === null && scope === null ? null : snitches.map(({ token }) => token);
  const read = (after: { at: Date; id: string }, before: Date, limit: number) =>
    query<PresentableEvent>(
      `SELECT id, at, case_id AS "caseId", actor_kind::text AS "actorKind", actor_id AS "actorId", actor_name AS "actorName", address,
         action, resource_id AS "resourceId", resource_name AS "resourceName", facts
       FROM audit_events WHERE case_id = $1 AND ($2::text[] IS NULL OR resource_id = ANY($2)) AND at >= $3 AND at < $4 AND (at, id) > ($3, $5::uuid)
       ORDER BY at, id LIMIT $6`,
      [caseId, tokens, after.at, before, after.id, limit],
    );
  for await (const events of inOrder(read, selection, EVENTS_AT_ONCE)) yield events.map(presentEvent);
}

/** The pages of a kind, of the snitches that are selected when the first one is read. */
const ofSelected = (
  pages: (snitches: SelectedSnitch[], selection: Selection, now: Date) => Pages,
): ExportKind["pages"] =>
  async function* (selection, now) {
    yield* pages(await listSelected(selection), selection, now);
  };

export const EXPORT_KINDS: Record<string, ExportKind> = {
  alerts: {
    row: exportedAlert,
    pages: ofSelected((snitches, selection) => exportAlerts(listIds(snitches), selection)),
  },
  incidents: { row: presentedIncident, pages: ofSelected(exportIncidents) },
  runs: {
    row: z.object({ snitch: exportedPeriod.shape.snitch, ...presentedRun.shape }),
    pages: ofSelected(exportRuns),
  },
  periods: { row: exportedPeriod, pages: ofSelected(exportPeriods) },
  audit: { row: presentedEvent, pages: ofSelected(exportEvents) },
};
