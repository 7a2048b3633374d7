import type { ListRow } from "./list-row";

/**
 * Rows of the list as one text, in which a row is the list of its values. React would look at each value when the server sends the rows,
 * when it renders them and when the browser reads them; and a page would have their names in each row.
 */
export type PackedRows = string;

/** All of a row, in the order of its values. Those that most rows lack come last, and are left out there. */
const ORDER = {
  token: true,
  name: true,
  tags: true,
  status: true,
  schedule: true,
  spark: true,
  seen: true,
  due: true,
  scheduleInWords: true,
  hasIncident: true,
  shown: true,
  unit: true,
  news: true,
  notices: true,
  maintenance: true,
  duration: true,
  p95: true,
} satisfies Record<keyof ListRow, true>;

const PROPERTIES = Object.keys(ORDER) as (keyof ListRow)[];

export const packRows = (rows: ListRow[]): PackedRows => JSON.stringify(rows.map(listValues));

function listValues(row: ListRow): unknown[] {
  const last = PROPERTIES.findLastIndex((property) => row[property] !== undefined);
  return PROPERTIES.slice(0, last + 1).map((property) => row[property]);
}

export const unpackRows = (packed: PackedRows): ListRow[] => JSON.parse(packed).map(readRow);

function readRow(values: unknown[]): ListRow {
  const present: Record<string, unknown> = {};
  for (const [i, property] of PROPERTIES.entries()) if (values[i] != null) present[property] = values[i];
  const row = present as ListRow;
  // JSON has no dates.
  if (row.news && "since" in row.news) row.news.since = new Date(row.news.since);
  if (row.maintenance) row.maintenance.endsAt = new Date(row.maintenance.endsAt);
  return row;
}
