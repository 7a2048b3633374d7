import type { SpanInput } from "@/lib/rules/notifications/channel-hours";

const FIELDS = ["days", "from", "until"] as const;

/** The checkbox of a form without which its rows of hours mean nothing. */
export const HOURS_ONLY = "hours_only";

/** The name of the field of a row of hours in a form. */
export const rowField = (row: number, field: (typeof FIELDS)[number]) => `hours_${row}_${field}`;

/** The rows of hours of a form, without those that have no times. */
export function readHoursRows(entries: Record<string, unknown>): Partial<SpanInput>[] {
  const rows: Partial<SpanInput>[] = [];
  if (!(HOURS_ONLY in entries)) return rows;
  for (let row = 0; rowField(row, "from") in entries; row += 1) {
    const texts = FIELDS.map((field) => [field, String(entries[rowField(row, field)] ?? "")] as const);
    const span: Partial<SpanInput> = Object.fromEntries(texts.filter(([, text]) => text !== ""));
    if (span.from || span.until) rows.push(span);
  }
  return rows;
}
