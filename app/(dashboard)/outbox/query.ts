import type { CapturedCursor, CapturedQuery } from "@/lib/mail/list-captured";
import { isPostgresText } from "@/lib/platform/postgres-text";

export type OutboxSearchParams = Record<string, string | string[] | undefined>;

const CURSOR = /^(\d{1,13})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Reads the query of the outbox’s URL. Invalid values are ignored. */
export function parseOutboxQuery({ subject, to, after }: OutboxSearchParams): CapturedQuery {
  return { subject: searched(subject), to: searched(to), after: parseCursor(after) };
}

const searched = (value: string | string[] | undefined) =>
  typeof value === "string" && value.trim() && isPostgresText(value) ? value.trim() : undefined;

function parseCursor(value: string | string[] | undefined): CapturedCursor | null {
  const [, atMs, id = ""] = (typeof value === "string" && CURSOR.exec(value)) || [];
  return atMs ? { at: new Date(Number(atMs)), id } : null;
}

/** The URL of the outbox with this query. */
export function outboxUrl({ subject, to, after }: CapturedQuery): string {
  const searchParams = new URLSearchParams({
    ...(subject && { subject }),
    ...(to && { to }),
    ...(after && { after: `${after.at.getTime()}_${after.id}` }),
  });
  return searchParams.size > 0 ? `/outbox?${searchParams}` : "/outbox";
}
