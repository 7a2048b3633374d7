import { recordEvents, TATTLE } from "@/lib/audit/record";
import { query, type Sql } from "@/lib/platform/db";
import { DAY_MS, SECOND_MS } from "@/lib/rules/durations";
import type { Language } from "../page-input";
import { STANDS_FOR } from "../stands-for";
import { TEXTS } from "../texts/texts";
import { insertNotice } from "./add";
import { inNotices, type Writing } from "./store";
import { insertUpdate } from "./update";

/** What a page publishes on its own is deleted when no page shows it any longer. */
const STORED_DAYS = 90;

/**
 * Publishes what pages publish by themselves: an incident that has lasted for their time, as one notice for each component, and the
 * end of it. Each incident once, whatever people make of its notice. Safe to run late, twice, and in several workers at once.
 */
export async function publishAutomatically(now: Date): Promise<void> {
  for (const page of await listWaiting(query, now)) {
    const { caseId } = page;
    await inNotices({ caseId, now, by: TATTLE }, (writing) => publishOnPage(writing, page));
  }
  for (const { id, caseId, title, endedAt, language, notify } of await listEnded(query)) {
    await inNotices({ caseId, now, by: TATTLE }, async (writing) => {
      const { sql } = writing;
      // Another worker may have ended it meanwhile.
      if (!(await listEnded(sql, id)).length) return;
      const at = endedAt && endedAt < now ? endedAt : now;
      await insertUpdate(writing, id, { state: "resolved", text: TEXTS[language].automaticEnd, at, notify });
      await recordEvents(sql, caseId, TATTLE, [
        { action: "notice.updated", resource: { id, name: title }, facts: { state: "resolved" }, at: now },
      ]);
    });
  }
  await query(`DELETE FROM notices n WHERE NOT (${IS_OPEN}) AND n.is_automatic AND n.created_at < $1`, [
    new Date(now.getTime() - STORED_DAYS * DAY_MS),
  ]);
}

type WaitingPage = {
  pageId: string;
  caseId: string;
  slug: string;
  language: Language;
  notify: boolean;
  publishAfter: number;
};

const SETTINGS = `p.settings->>'language' AS language, coalesce((p.settings->>'notify_automatic')::boolean, false) AS notify,
  (p.settings->>'publish_after')::int AS "publishAfter"`;

/** The open incidents that pages have not published yet. Not those of which members are not notified either: held by a threshold or maintenance. */
const WAITING = `
  FROM page_components c JOIN snitches s ON s.case_id = p.case_id AND ${STANDS_FOR}
  JOIN incidents i ON i.snitch_id = s.id AND i.closed_at IS NULL
  WHERE c.page_id = p.id AND (i.hold IS NULL OR i.hold NOT IN ('threshold', 'maintenance'))
    AND NOT EXISTS (SELECT FROM page_incidents x WHERE x.page_id = p.id AND x.incident_id = i.id)`;

const listWaiting = (sql: Sql, now: Date) =>
  sql<WaitingPage>(
    `SELECT p.id AS "pageId", p.case_id AS "caseId", p.slug, ${SETTINGS}
     FROM pages p JOIN cases k ON k.id = p.case_id
     WHERE p.settings->>'publish' = 'after' AND p.visibility <> 'hidden' AND k.on_hold_at IS NULL
       AND EXISTS (SELECT ${WAITING} AND i.opened_at <= $1::timestamptz - (p.settings->>'publish_after')::int * interval '1 second')
     ORDER BY p.id`,
    [now],
  );

type WaitingIncident = { incidentId: string; component: string; name: string };

async function publishOnPage(writing: Writing, page: WaitingPage): Promise<void> {
  const { sql, now } = writing;
  const { pageId, slug, language, notify, publishAfter } = page;
  const waiting = await sql<WaitingIncident>(
    `SELECT w.* FROM pages p CROSS JOIN LATERAL (
       SELECT i.id AS "incidentId", c.id AS component, c.name, c.position ${WAITING} AND i.opened_at <= $2) AS w
     WHERE p.id = $1 ORDER BY w.position`,
    [pageId, new Date(now.getTime() - publishAfter * SECOND_MS)],
  );
  await sql(
    `INSERT INTO page_incidents (page_id, incident_id) SELECT $1::uuid, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
    [pageId, [...new Set(waiting.map(({ incidentId }) => incidentId))]],
  );
  const texts = TEXTS[language];
  for (const { component, name, incidents } of groupByComponent(waiting)) {
    const [open] = await sql<{ id: string }>(
      `SELECT n.id FROM notices n JOIN notice_pages np ON np.notice_id = n.id AND np.page_id = $1
       WHERE ${IS_OPEN} AND n.affected @> $2::jsonb ORDER BY n.id DESC LIMIT 1`,
      [pageId, JSON.stringify([{ component }])],
    );
    if (open)
      await sql("UPDATE notices SET incident_ids = incident_ids || $2::uuid[] WHERE id = $1", [
        open.id,
        incidents,
      ]);
    else
      await insertNotice(
        writing,
        {
          kind: "incident",
          title: `${name}: ${texts.automaticState}`,
          pages: [slug],
          affected: [{ component, impact: "major" }],
          incidents,
          ...{ maintenance: null, starts_at: null, ends_at: null },
          state: "investigating",
          text: texts.automaticBegin,
          notify,
        },
        true,
      );
  }
}

/** The incidents by the first component of each: jobs that fail together are one notice. */
export function groupByComponent(waiting: WaitingIncident[]) {
  const groups = new Map<string, { component: string; name: string; incidents: string[] }>();
  const seen = new Set<string>();
  for (const { incidentId, component, name } of waiting) {
    if (seen.has(incidentId)) continue;
    seen.add(incidentId);
    const group = groups.get(component) ?? { component, name, incidents: [] };
    group.incidents.push(incidentId);
    groups.set(component, group);
  }
  return [...groups.values()];
}

const IS_OPEN = `n.is_automatic AND 'resolved' IS DISTINCT FROM (SELECT u.state FROM notice_updates u
  WHERE u.notice_id = n.id AND u.state IS NOT NULL ORDER BY u.at DESC, u.id DESC LIMIT 1)`;

type EndedNotice = Pick<WaitingPage, "caseId" | "language" | "notify"> & {
  id: string;
  title: string;
  endedAt: Date | null;
};

/** Open automatic notices whose incidents are all over, with what their page says. */
const listEnded = (sql: Sql, id: string | null = null) =>
  sql<EndedNotice>(
    `SELECT n.id, n.case_id AS "caseId", n.title, (SELECT max(closed_at) FROM incidents WHERE id = ANY(n.incident_ids)) AS "endedAt",
       coalesce(settings.language, 'en') AS language, coalesce(settings.notify, false) AS notify
     FROM notices n JOIN cases k ON k.id = n.case_id LEFT JOIN LATERAL (
       SELECT ${SETTINGS} FROM pages p JOIN notice_pages np ON np.page_id = p.id WHERE np.notice_id = n.id LIMIT 1) AS settings ON true
     WHERE ${IS_OPEN} AND k.on_hold_at IS NULL AND ($1::uuid IS NULL OR n.id = $1)
       AND NOT EXISTS (SELECT FROM incidents i WHERE i.id = ANY(n.incident_ids) AND i.closed_at IS NULL)`,
    [id],
  );
