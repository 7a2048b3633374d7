import { pool } from "@/lib/platform/db";

/** Where a page of the outbox starts: after this email. */
export type CapturedCursor = { at: Date; id: string };

/** Selects captured emails whose subject and address contain these texts. */
export type CapturedQuery = { subject?: string; to?: string; after?: CapturedCursor | null };

export type ListedCaptured = { id: string; at: Date; to: string; subject: string };

const PAGE_SIZE = 50;

/**
 * One page of the captured emails, newest first, without their content. `next` is the cursor of the next page, or null on the
 * last one.
 */
export async function listCaptured({ subject, to, after }: CapturedQuery) {
  // Reads only columns of one index, so that a search through all emails reads no HTML.
  const { rows } = await pool.query<ListedCaptured>(
    `SELECT id, at, "to", subject FROM captured_emails
     WHERE ($1::timestamptz IS NULL OR (at, id) < ($1, $2::uuid))
       AND ($3::text IS NULL OR position(lower($3) IN lower(subject)) > 0)
       AND ($4::text IS NULL OR position(lower($4) IN lower("to")) > 0)
     ORDER BY at DESC, id DESC LIMIT ${PAGE_SIZE + 1}`,
    [after?.at ?? null, after?.id ?? null, subject ?? null, to ?? null],
  );
  const emails = rows.slice(0, PAGE_SIZE);
  return { emails, next: rows.length > PAGE_SIZE ? (emails.at(-1) ?? null) : null };
}
