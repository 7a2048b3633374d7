import fc from "fast-check";
import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, pool, transaction } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { eventually } from "@/testing/eventually";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { saveSnitches } from "./save";
import { lockSnitches } from "./store";
import { indexDeadlines } from "./watch-at";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const readState = (id: string) =>
  db.snitch.findUniqueOrThrow({ where: { id }, select: { deadline: true, watchAt: true } });
const checkIn = (token: string, at: Date) => recordCheckIn({ ...PLAIN_CHECK_IN, token, at });

/** A daily snitch that checked in during a rush before its deadline of Tuesday: it is still monitored until then. */
async function aCheckedInSnitch() {
  const snitch = await aSnitch({ status: "healthy", deadline: tuesday });
  await pool.query("UPDATE snitches SET deadline = $1 WHERE id = $2", [wednesday, snitch.id]);
  expect(await readState(snitch.id)).toEqual({ deadline: wednesday, watchAt: tuesday });
  return snitch;
}

/** How many updates of snitches Postgres has counted, and how many of them wrote no index. */
async function updates(): Promise<{ all: number; hot: number }> {
  const { rows } = await pool.query(
    `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'snitches'`,
  );
  return rows[0];
}

// First, because Postgres counts updates up to ten seconds late, and those of an earlier test would be among them.
test("in a rush, check-ins that move deadlines write no index of their snitches", async () => {
  const snitches = await Promise.all(
    Array.from({ length: 20 }, () => aSnitch({ status: "healthy", deadline: tuesday })),
  );
  // As among many snitches: each is on a page of its own, on which there is room for its next version.
  await pool.query("ALTER TABLE snitches SET (fillfactor = 10)");
  await pool.query("VACUUM FULL snitches");
  const before = await updates();

  await Promise.all(snitches.map(({ token }) => checkIn(token, after(tuesday, -1))));

  // Postgres counts at most once a second.
  await eventually(async () =>
    expect((await updates()).all - before.all).toBeGreaterThanOrEqual(snitches.length),
  );
  const { all, hot } = await updates();
  expect(hot - before.hot).toBe(all - before.all);
  for (const { id } of snitches)
    expect(await readState(id)).toEqual({ deadline: wednesday, watchAt: tuesday });
});

test("a check-in that comes alone has its new deadline watched at once", async () => {
  const { id, token } = await aSnitch({ status: "healthy", deadline: tuesday });

  await checkIn(token, after(tuesday, -1));

  expect(await readState(id)).toEqual({ deadline: wednesday, watchAt: wednesday });
});

test("a sweep alerts nothing about a snitch that checked in, and watches its new deadline", async () => {
  const { id } = await aCheckedInSnitch();

  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS);

  expect(await readState(id)).toEqual({ deadline: wednesday, watchAt: wednesday });
  expect(await db.alert.count({ where: { snitchId: id } })).toBe(0);
});

test("the first sweep after a missed deadline alerts it, although it was watched until an earlier one", async () => {
  const { id } = await aCheckedInSnitch();

  await sweepDeadlines(after(wednesday, 1), NEVER_LOST_MS);

  expect(await db.alert.findMany({ where: { snitchId: id } })).toMatchObject([
    { kind: "missing", at: wednesday },
  ]);
});

test("a missed snitch is watched until its next deadline", async () => {
  const { id } = await aSnitch({ status: "healthy", deadline: tuesday });

  await sweepDeadlines(after(tuesday, 1), NEVER_LOST_MS);

  expect(await readState(id)).toEqual({ deadline: wednesday, watchAt: wednesday });
});

test("watches are moved ten minutes before they are over, and no sooner", async () => {
  const { id } = await aCheckedInSnitch();

  await indexDeadlines(after(tuesday, -11));
  expect(await readState(id)).toMatchObject({ watchAt: tuesday });

  await indexDeadlines(after(tuesday, -9));
  expect(await readState(id)).toMatchObject({ watchAt: wednesday });
});

test("two workers at once move each watch once, and more than one batch", async () => {
  const { caseId } = await aCheckedInSnitch();
  await pool.query(
    `INSERT INTO snitches (id, token, name, interval, status, deadline, case_id)
     SELECT new_id(), md5('watch' || n), 'Job', 'daily', 'healthy', $1, $2 FROM generate_series(1, 1200) n`,
    [tuesday, caseId],
  );
  await pool.query("UPDATE snitches SET deadline = $1 WHERE case_id = $2", [wednesday, caseId]);

  await Promise.all([indexDeadlines(tuesday), indexDeadlines(tuesday)]);

  expect(await db.snitch.count({ where: { caseId, watchAt: wednesday } })).toBe(1_201);
});

test("a snitch that another transaction has locked holds nothing up, and is moved the next time", async () => {
  const [locked, free] = [await aCheckedInSnitch(), await aCheckedInSnitch()];

  await transaction(async (sql) => {
    await lockSnitches(sql, "s.id = $1", [locked.id]);
    await indexDeadlines(tuesday);
    expect(await readState(free.id)).toMatchObject({ watchAt: wednesday });
  });
  expect(await readState(locked.id)).toMatchObject({ watchAt: tuesday });

  await indexDeadlines(tuesday);
  expect(await readState(locked.id)).toMatchObject({ watchAt: wednesday });
});

test("whatever a statement sets, the deadline is watched in time, also if it knows only deadlines", async () => {
  const snitch = await aSnitch({ status: "healthy", deadline: tuesday });
  const setting = fc.record({
    statement: fc.constantFrom("deadline", "row", "watch", "pause"),
    days: fc.integer({ min: -400, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(setting, { minLength: 1, maxLength: 6 }), async (settings) => {
      for (const { statement, days } of settings) {
        const at = new Date(tuesday.getTime() + days * DAY_MS);
        if (statement === "deadline")
          await pool.query("UPDATE snitches SET deadline = $2, status = 'healthy' WHERE id = $1", [
            snitch.id,
            at,
          ]);
        if (statement === "watch")
          await pool.query("UPDATE snitches SET watch_at = $2 WHERE id = $1", [snitch.id, at]);
        if (statement === "pause")
          await pool.query("UPDATE snitches SET deadline = NULL, status = 'pending' WHERE id = $1", [
            snitch.id,
          ]);
        if (statement === "row")
          await transaction(async (sql) => {
            const rows = await lockSnitches(sql, "s.id = $1", [snitch.id]);
            await saveSnitches(
              sql,
              rows.map((row) => ({ ...row, status: "healthy", deadline: at })),
            );
          });
        const { deadline, watchAt } = await readState(snitch.id);
        expect(watchAt === null).toBe(deadline === null);
        expect((watchAt?.getTime() ?? 0) <= (deadline?.getTime() ?? 0)).toBe(true);
        if (statement === "row") expect(watchAt).toEqual(deadline);
      }
    }),
    { numRuns: 40 },
  );
});
