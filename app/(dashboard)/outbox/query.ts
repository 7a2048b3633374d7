import type { CapturedCursor, CapturedQuery } from "@/lib/mail/list-captured";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { withQuery } from "@/lib/rules/with-query";
import type { Query } from "../[caseId]/(list)/filters";

const CURSOR = /^(\d{1,13})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Reads the query of the outbox’s URL. Invalid values are ignored. */
export function parseOutboxQuery({ subject, to, after }: Query): CapturedQuery {
  return { subject: searched(subject), to: searched(to), after: parseCursor(after) };
}

const searched = (value: string | string[] | undefined) =>
  typeof value === "string" && value.trim() && isPostgresText(value) ? value.trim() : undefined;

function parseCursor(value: string | string[] | undefined): CapturedCursor | null {
  const [, atMs, id = ""] = (typeof value === "string" && CURSOR.exec(value)) || [];
  return atMs ? { at: new Date(Number(atMs)), id } : null;
}

/** The URL of the outbox with this query. */
export const outboxUrl = ({ subject, to, after }: CapturedQuery): string =>
  withQuery("/outbox", { subject, to, after: after && `${after.at.getTime()}_${after.id}` });
