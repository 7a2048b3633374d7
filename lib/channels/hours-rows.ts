import type { SpanInput } from "@/lib/rules/notifications/channel-hours";

const FIELDS = ["days", "from", "until"] as const;

/** The name of the field of a row of hours in a form. */
export const rowField = (row: number, field: (typeof FIELDS)[number]) => `hours_${row}_${field}`;

/** The rows of hours of a form, without those that are empty. */
export function readHoursRows(entries: Record<string, unknown>): Partial<SpanInput>[] {
  const rows: Partial<SpanInput>[] = [];
  for (let row = 0; rowField(row, "from") in entries; row += 1) {
    const filled = FIELDS.map(
      (field) => [field, String(entries[rowField(row, field)] ?? "").trim()] as const,
    );
    const span = Object.fromEntries(filled.filter(([, text]) => text !== ""));
    if (Object.keys(span).length > 0) rows.push(span);
  }
  return rows;
}
