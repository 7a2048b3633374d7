import { type Actor, recordEvents } from "@/lib/audit/record";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { invalidAttribute } from "@/lib/platform/refusal";
import { checkIds, windowOfMaintenance } from "./check";
import type { NewNotice } from "./input";
import { inNotices, type Writing } from "./store";
import { insertUpdate } from "./update";

const MAX_NOTICES = 2_000;

/** Publishes a notice on pages of the case, with its first update. Returns its id. */
export const addNotice = (caseId: string, input: NewNotice, now: Date, by: Actor): Promise<string> =>
  inNotices({ caseId, now, by }, (writing) => insertNotice(writing, input));

/** `addNotice` in a transaction. Call `publishPageChange` after it. */
export async function insertNotice(writing: Writing, input: NewNotice, isAutomatic = false): Promise<string> {
  const { sql, caseId, now, by } = writing;
  const { kind, title, pages, affected, incidents, maintenance, starts_at, ends_at } = input;
  const pageIds = await checkIds(sql, caseId, { pages, affected, incidents });
  // What a page publishes on its own is deleted on its own, and must not fail for what people wrote.
  if (!isAutomatic) await refuseBeyondLimit(sql, caseId);
  const { startsAt, endsAt } = maintenance
    ? await windowOfMaintenance(sql, caseId, maintenance, now)
    : { startsAt: starts_at, endsAt: ends_at };
  const id = newId();
  await sql(
    `INSERT INTO notices (id, kind, title, affected, incident_ids, maintenance_id, starts_at, ends_at, is_automatic, created_at,
       created_by, case_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      kind,
      title,
      JSON.stringify(affected),
      incidents,
      maintenance,
      startsAt,
      endsAt,
      isAutomatic,
      now,
      by.name,
      caseId,
    ],
  );
  await setPages(sql, id, pageIds);
  const { state = null, text, notify } = input;
  // An incident that people describe afterwards began when they say it did.
  const at = kind === "incident" && starts_at && starts_at < now ? starts_at : now;
  await insertUpdate(writing, id, { state, text, at, notify });
  const facts = { kind, pages, notify: notify ? "yes" : "no" };
  const resource = { id, name: title };
  await recordEvents(sql, caseId, by, [{ action: "notice.added", resource, facts, at: now }]);
  return id;
}

/** Has the notice stand on these pages and no others. */
export async function setPages(sql: Sql, noticeId: string, pageIds: string[]): Promise<void> {
  const ids = [noticeId, pageIds];
  await sql("DELETE FROM notice_pages WHERE notice_id = $1 AND page_id <> ALL($2::uuid[])", ids);
  await sql(
    "INSERT INTO notice_pages (notice_id, page_id) SELECT $1::uuid, unnest($2::uuid[]) ON CONFLICT DO NOTHING",
    ids,
  );
}

async function refuseBeyondLimit(sql: Sql, caseId: string): Promise<void> {
  const [row] = await sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM notices WHERE case_id = $1 AND NOT is_automatic",
    [caseId],
  );
  if ((row?.count ?? 0) < MAX_NOTICES) return;
  const message = `can’t be added: a case has at most ${MAX_NOTICES.toLocaleString("en")} notices. Delete old ones`;
  throw invalidAttribute("title", message);
}
