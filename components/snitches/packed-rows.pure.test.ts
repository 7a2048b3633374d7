import { expect, test } from "vitest";
import type { ListRow } from "./list-row";
import { packRows, unpackRows } from "./packed-rows";

const monday = new Date("2026-03-09T00:00Z");
const PLAIN: ListRow = {
  token: "5d7eea48e7dc5641",
  name: "Nightly “backup” of db\\120",
  tags: ["db", "backup"],
  status: "healthy",
  schedule: "Daily",
  spark: "healthy 13,open 1",
};

test("a row arrives in the browser as it was, whatever it shows and lacks", () => {
  const rows: ListRow[] = [
    PLAIN,
    { ...PLAIN, seen: monday.getTime(), due: { at: monday.getTime(), late: true }, shown: "late" },
    { ...PLAIN, news: { since: monday }, maintenance: { name: "Card processor", endsAt: monday } },
    { ...PLAIN, news: { words: "took 3 min" }, hasIncident: true, unit: "scheduled run", p95: "4 min" },
    { ...PLAIN, scheduleInWords: "Every day", duration: "3 min", notices: [] },
  ];
  expect(unpackRows(packRows(rows))).toEqual(rows);
});
