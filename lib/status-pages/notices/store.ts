import type { Actor } from "@/lib/audit/record";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { type MaintenanceRow, maintenanceOfRow, TIME_COLUMNS } from "@/lib/maintenance/row";
import { query, type Sql, transaction } from "@/lib/platform/db";
import type { Notice as StoredNotice, NoticeUpdate as StoredUpdate } from "@/lib/platform/generated/client";
import { notFound } from "@/lib/platform/refusal";
import { findWindow, nextWindow } from "@/lib/rules/maintenance/occurrences";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { publishPageChange } from "../announce";
import { type Affected, type NoticeKind, type NoticeState, noticeStateAt } from "./states";

export type NoticeUpdate = Pick<StoredUpdate, "id" | "at" | "text" | "writtenBy"> & {
  state: NoticeState | null;
};

/**
 * A notice with its updates, oldest first, and the state that follows from them. `startsAt` and `endsAt`: those of the maintenance
 * that it follows, if it is about one.
 */
export type Notice = Omit<StoredNotice, "affected" | "kind" | "caseId" | "createdBy"> & {
  kind: NoticeKind;
  affected: Affected[];
  pages: { id: string; slug: string }[];
  updates: NoticeUpdate[];
  state: NoticeState | null;
  endedAt: Date | null;
};

type Row = Omit<Notice, "state" | "endedAt" | "updates"> & {
  updates: (Omit<NoticeUpdate, "at"> & { at: string })[] | null;
  maintenance: MaintenanceRow[] | null;
};

// Components that no longer exist are no longer affected, and no one has to clean up after them.
const SELECT = `
  SELECT n.id, n.kind, n.title, n.summary, n.incident_ids AS "incidentIds", n.maintenance_id AS "maintenanceId",
    n.starts_at AS "startsAt", n.ends_at AS "endsAt", n.is_automatic AS "isAutomatic", n.created_at AS "createdAt",
    coalesce((SELECT json_agg(a ORDER BY nth) FROM jsonb_array_elements(n.affected) WITH ORDINALITY AS e (a, nth)
      JOIN page_components c ON c.id = (a->>'component')::uuid
      JOIN notice_pages np ON np.page_id = c.page_id AND np.notice_id = n.id), '[]') AS affected,
    coalesce((SELECT json_agg(json_build_object('id', p.id, 'slug', p.slug) ORDER BY p.slug)
      FROM notice_pages np JOIN pages p ON p.id = np.page_id WHERE np.notice_id = n.id), '[]') AS pages,
    (SELECT json_agg(json_build_object('id', u.id, 'at', u.at, 'state', u.state, 'text', u.text, 'writtenBy', u.written_by)
      ORDER BY u.at, u.id) FROM notice_updates u WHERE u.notice_id = n.id) AS updates,
    (SELECT json_agg(json_build_object('id', x.id, 'name', x.name, 'startsAt', x."startsAt", 'endsAt', x."endsAt",
       'schedule', x.schedule, 'timezone', x.timezone, 'duration', x.duration, 'endedEarlyAt', x."endedEarlyAt"))
      FROM (SELECT ${TIME_COLUMNS} FROM maintenance m WHERE m.id = n.maintenance_id) AS x) AS maintenance
  FROM notices n`;

export type NoticeFilter = {
  /** One notice. */
  id?: string;
  pageId?: string;
  slug?: string;
  /** The id of the notice after which the list begins. */
  after?: string;
  limit?: number;
};

/** Notices of a case, newest first. */
export async function listNotices(
  caseId: string,
  { id, pageId, slug, after, limit = 100 }: NoticeFilter,
  now: Date,
  sql: Sql = query,
): Promise<Notice[]> {
  const values: unknown[] = [caseId];
  const conditions = ["n.case_id = $1"];
  if (id) conditions.push(`n.id = $${values.push(id)}`);
  if (pageId) conditions.push(onPage(`p.id = $${values.push(pageId)}`));
  if (slug !== undefined) conditions.push(onPage(`p.slug = $${values.push(slug)}`));
  if (after) conditions.push(`n.id < $${values.push(after)}`);
  const rows = await sql<Row>(
    `${SELECT} WHERE ${conditions.join(" AND ")} ORDER BY n.id DESC LIMIT $${values.push(limit)}`,
    values,
  );
  return rows.map((row) => toNotice(row, now));
}

const onPage = (condition: string) =>
  `EXISTS (SELECT FROM notice_pages np JOIN pages p ON p.id = np.page_id WHERE np.notice_id = n.id AND ${condition})`;

/** The notice of this case with this id. Refuses if there is none, or it is that of another case. */
export async function findNotice(caseId: string, id: string, now: Date, sql: Sql = query): Promise<Notice> {
  const [notice] = await listNotices(caseId, { id }, now, sql);
  if (!notice) throw notFound("notice");
  return notice;
}

/** Who writes about a case, and when. `sql`: of the transaction, which has locked the case. */
export type Writing = { sql: Sql; caseId: string; now: Date; by: Actor };

/** Runs the work in a transaction that locks the notices of the case, then announces the change. */
export async function inNotices<Result>(
  { caseId, ...writing }: Omit<Writing, "sql">,
  work: (writing: Writing) => Promise<Result>,
): Promise<Result> {
  const result = await transaction(async (sql) => {
    await lockCaseForNotices(sql, caseId);
    return work({ sql, caseId, ...writing });
  });
  publishPageChange(caseId);
  return result;
}

/** Locks the case, so that two changes of its notices follow one another. Refuses if it is on hold. */
export async function lockCaseForNotices(sql: Sql, caseId: string): Promise<void> {
  const [theCase] = await sql<{ onHoldAt: Date | null }>(
    `SELECT on_hold_at AS "onHoldAt" FROM cases WHERE id = $1 FOR NO KEY UPDATE`,
    [caseId],
  );
  if (!theCase) throw notFound("case");
  refuseIfOnHold(theCase);
}

function toNotice({ updates: stored, maintenance, ...row }: Row, now: Date): Notice {
  const updates = (stored ?? []).map((update) => ({ ...update, at: new Date(update.at) }));
  const [followed] = maintenance ?? [];
  const window = followed && windowOf(maintenanceOfRow(reviveTimes(followed)), row.createdAt);
  const notice = { ...row, ...(window && { startsAt: window.startsAt, endsAt: window.endsAt }), updates };
  return { ...notice, ...noticeStateAt(notice, now) };
}

const reviveTimes = (row: MaintenanceRow): MaintenanceRow => ({
  ...row,
  startsAt: row.startsAt && new Date(row.startsAt),
  endsAt: row.endsAt && new Date(row.endsAt),
  endedEarlyAt: row.endedEarlyAt.map((at) => new Date(at)),
});

/** The window of maintenance that a notice of this time is about: the one that is under way then, or the next. */
export function windowOf(maintenance: Maintenance, at: Date): { startsAt: Date; endsAt: Date } | null {
  if (maintenance.schedule === null) return maintenance;
  const next = nextWindow(maintenance, at);
  return findWindow(maintenance, at) ?? (next && findWindow(maintenance, next.startsAt));
}
