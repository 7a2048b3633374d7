import { enqueueEmails } from "@/lib/emails/enqueue";
import { MAX_ATTEMPTS } from "@/lib/outbox/backoff";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { cut } from "@/lib/rules/cut";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { NoticeState } from "../notices/states";
import type { Language, Visibility } from "../page-input";
import { pageUrl } from "../present-page";
import { updatesMail } from "./mails";

/** One address gets no two messages within this time: what comes meanwhile is a list. */
export const PAUSE_MS = 5 * MINUTE_MS;
const UNCONFIRMED_DAYS = 7;
const MAX_AT_ONCE = 200;
const MAX_LISTED = 20;
/** The rest is on the page. Thousands of these messages may wait at once. */
const MAX_TEXT_CHARACTERS = 2_000;

/** Queues an update for the subscribers of its pages, in the transaction that publishes it. */
export const queueUpdate = (sql: Sql, noticeId: string, updateId: string) =>
  sql(
    `INSERT INTO subscriber_updates (subscriber_id, update_id)
     SELECT b.id, $2::uuid FROM notices n JOIN notice_pages np ON np.notice_id = n.id
     JOIN page_subscribers b ON b.page_id = np.page_id AND b.confirmed_at IS NOT NULL
     WHERE n.id = $1 AND (b.components = '{}' OR n.affected = '[]' OR EXISTS (
       SELECT FROM jsonb_array_elements(n.affected) AS a WHERE (a->>'component')::uuid = ANY(b.components)))
     ON CONFLICT DO NOTHING`,
    [noticeId, updateId],
  );

type Waiting = { id: string; address: string; pageId: string };

/** Those with something to send whose address got nothing in the last minutes; of two for one address, the first. */
const WAITING = `
  SELECT DISTINCT ON (b.address) b.id, b.address, b.page_id AS "pageId" FROM page_subscribers b
  JOIN pages p ON p.id = b.page_id AND p.visibility <> 'hidden'
  WHERE b.confirmed_at IS NOT NULL AND EXISTS (SELECT FROM subscriber_updates u WHERE u.subscriber_id = b.id)
    AND NOT EXISTS (SELECT FROM page_subscribers o WHERE o.address = b.address AND o.last_sent_at > $1)
  ORDER BY b.address, b.id LIMIT ${MAX_AT_ONCE}`;

/** Sends what was published to those who subscribed. Safe to run late, twice, and in several workers at once. */
export async function sendPageUpdates(now: Date): Promise<void> {
  await endUnwanted(now);
  for (;;) {
    const sent = await transaction(async (sql) => {
      await sql("SELECT pg_advisory_xact_lock($1)", [LOCK]);
      const waiting = await sql<Waiting>(WAITING, [new Date(now.getTime() - PAUSE_MS)]);
      const ids: string[] = [];
      for (const subscriber of waiting) ids.push(...(await enqueueFor(sql, subscriber, now)));
      return { count: waiting.length, ids };
    });
    wakeWorkersLater({ emails: sent.ids, deliveries: [] });
    if (sent.count < MAX_AT_ONCE) return;
  }
}

/** So that two workers do not send to one address at once. */
const LOCK = 20_261_127;

type Published = {
  title: string;
  state: NoticeState | null;
  text: string;
  at: Date;
  page: { title: string; slug: string; visibility: Visibility; language: Language; timezone: string };
};

async function enqueueFor(sql: Sql, { id, address, pageId }: Waiting, now: Date): Promise<string[]> {
  const published = await sql<Published>(
    `WITH sent AS (DELETE FROM subscriber_updates WHERE subscriber_id = $1 RETURNING update_id)
     SELECT n.title, u.state, u.text, u.at, json_build_object('title', s.name, 'slug', p.slug, 'visibility', p.visibility,
       'language', p.settings->>'language', 'timezone', p.settings->>'timezone') AS page
     FROM sent JOIN notice_updates u ON u.id = sent.update_id JOIN notices n ON n.id = u.notice_id
     JOIN notice_pages np ON np.notice_id = n.id AND np.page_id = $2 JOIN pages p ON p.id = np.page_id JOIN shares s ON s.id = p.id
     ORDER BY u.at, u.id`,
    [id, pageId],
  );
  const [first] = published;
  if (!first) return [];
  const { page } = first;
  const updates = published
    .slice(-MAX_LISTED)
    .map((update) => ({ ...update, text: cut(update.text, MAX_TEXT_CHARACTERS) }));
  // The address of a page that only its link opens contains a key, which may have been replaced so that someone has it no longer.
  const url = page.visibility === "link" ? null : pageUrl(page.slug);
  const emailId = newId();
  await enqueueEmails(sql, [
    { id: emailId, kind: "page_updates", address, facts: updatesMail(page, updates, id, url) },
  ]);
  await sql("UPDATE page_subscribers SET last_sent_at = $2, last_email_id = $3 WHERE id = $1", [
    id,
    now,
    emailId,
  ]);
  return [emailId];
}

/** A mail server that rejects an address for good ends its subscription; who does not confirm never had one. */
async function endUnwanted(now: Date): Promise<void> {
  await query(
    `DELETE FROM page_subscribers b USING emails e
     WHERE e.id = b.last_email_id AND e.gave_up_at IS NOT NULL AND e.attempts < ${MAX_ATTEMPTS}`,
  );
  await query("DELETE FROM page_subscribers WHERE confirmed_at IS NULL AND created_at < $1", [
    new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS),
  ]);
}

/** When `sendPageUpdates` next has something to do; null if never. */
export async function nextPageUpdateAt(): Promise<Date | null> {
  const [row] = await query<{ at: Date | null }>(
    `SELECT min(greatest(b.created_at, (SELECT max(o.last_sent_at) + interval '${PAUSE_MS / 1_000} seconds'
       FROM page_subscribers o WHERE o.address = b.address))) AS at
     FROM page_subscribers b JOIN pages p ON p.id = b.page_id AND p.visibility <> 'hidden'
     WHERE b.confirmed_at IS NOT NULL AND EXISTS (SELECT FROM subscriber_updates u WHERE u.subscriber_id = b.id)`,
  );
  return row?.at ?? null;
}
