import { expect, test } from "vitest";
import { pool } from "@/lib/platform/db";
import { aCase, aSnitch } from "@/testing/factories";
import { listBusiestCases } from "./list-busiest";

const now = new Date();
const HOUR_MS = 3_600_000;

/** Adds a case with a snitch that checked in that often within the last day, and once before. */
async function aCaseThatChecksIn(name: string, checkIns: number) {
  const { id: caseId } = await aCase({ name });
  const { id } = await aSnitch({ caseId });
  await pool.query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status)
     SELECT new_id(), $1, at, '0' FROM (
       SELECT $2::timestamptz - n * $4::float / $3 * interval '1 millisecond' AS at FROM generate_series(1, $3::int) n
       UNION ALL SELECT $2::timestamptz - interval '25 hours') AS times`,
    [id, now, checkIns, 23 * HOUR_MS],
  );
  return caseId;
}

test("cases are listed by their check-ins of the last 24 hours, then by age, and filtered by name", async () => {
  const small = await aCaseThatChecksIn("Small shop", 2);
  const large = await aCaseThatChecksIn("Large shop", 300);
  const { id: idle } = await aCase({ name: "Idle shop" });
  const { id: idleToo } = await aCase({ name: "Idle shop, too" });

  const { rows, isEstimate, hasMore } = await listBusiestCases({ search: "shop", page: 1 }, now);

  expect(rows.map(({ id, checkIns, snitches }) => [id, checkIns, snitches])).toEqual([
    [large, 300, 1],
    [small, 2, 1],
    [idle, 0, 0],
    [idleToo, 0, 0],
  ]);
  expect([isEstimate, hasMore]).toEqual([false, false]);
  expect((await listBusiestCases({ search: "shop", page: 2 }, now)).rows).toEqual([]);
});

test("of a month that is too large a part is read, and the number is projected from it", async () => {
  await aCaseThatChecksIn("Huge works", 40_000);

  const { rows, isEstimate } = await listBusiestCases({ search: "huge works", page: 1 }, now, 200);

  expect(isEstimate).toBe(true);
  // About half of the pages, each with some 100 rows: the error is that of the number of pages.
  expect(rows[0]?.checkIns).toBeGreaterThan(28_000);
  expect(rows[0]?.checkIns).toBeLessThan(52_000);
});
