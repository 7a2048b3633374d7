import { countFinishedDays } from "@/lib/history/days/count-finished";
import { monthlyReport } from "@/lib/history/monthly-report";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { monthOf, neighbours } from "@/lib/rules/history/report-month";
import { createPartitions } from "@/lib/storage/maintain-partitions";
import { type Measured, median, under } from "./measured";

const SIZES: [snitches: number, maxMs: number][] = [
  [2_016, 1_000],
  [10_000, 4_000],
];
const REPORTS = 5;
/** Its months have other ends than the days that are stored. */
const ZONE = "America/New_York";

/** [interval, its length, how many of a hundred snitches have it] */
const SHARES = [
  ["daily", "1 day", 50],
  ["hourly", "1 hour", 25],
  ["15_minute", "15 minutes", 10],
  ["weekly", "7 days", 10],
  ["monthly", "1 month", 5],
] as const;

const ADD = `
  WITH added AS (
    INSERT INTO snitches (id, token, name, tags, interval, status, deadline, checked_in_at, created_at, case_id)
    SELECT new_id(), md5(n::text || $1 || $3), 'Job ' || n, ARRAY['team ' || n % 20], $3, 'healthy', now() + interval '2 months', now(), $5, $1::uuid
    FROM generate_series(1, $2::int) n RETURNING id
  )
  INSERT INTO check_ins (id, snitch_id, at, exit_status)
  SELECT new_id(), id, period + random() * $4::interval * 0.9, CASE WHEN random() < 0.01 THEN '1' ELSE '' END
  FROM added, generate_series(date_trunc('day', $5::timestamptz), now(), $4::interval) period WHERE random() > 0.01`;

/** Measures the report of a month for cases with two months of history, of which what is over is counted. */
export async function bench(): Promise<Measured[]> {
  const begins = new Date(Date.now() - 62 * DAY_MS);
  await createPartitions(new Date(), begins);
  const figures: Measured[] = [];
  for (const [snitches, maxMs] of SIZES) {
    const { id: caseId } = await db.case.create({ data: { name: `${snitches} jobs` } });
    for (const [interval, length, share] of SHARES)
      await pool.query(ADD, [caseId, Math.round((snitches * share) / 100), interval, length, begins]);
    await pool.query("VACUUM ANALYZE");
    const title = `reports: a month of ${snitches.toLocaleString("en")} snitches`;
    const month = neighbours(monthOf(new Date(), ZONE), ZONE, new Date()).before ?? monthOf(new Date(), ZONE);
    const read = async (i: number, one = month) => {
      const startedAt = performance.now();
      await monthlyReport(caseId, {}, one, new Date(Date.now() + i * MINUTE_MS));
      return performance.now() - startedAt;
    };
    const firstMs = await read(0);
    await countFinishedDays(new Date(), () => 0);
    await pool.query("VACUUM ANALYZE");
    const timings: number[] = [];
    for (let i = 1; i <= REPORTS; i += 1)
      timings.push(await read(2 * i), await read(2 * i, monthOf(new Date(), ZONE)));
    const detail = `not counted yet: ${(firstMs / 1_000).toFixed(1)} s`;
    figures.push(under(title, median(timings), maxMs, detail));
  }
  await pool.end();
  return figures;
}
