import { afterEach, expect, test } from "vitest";
import { pool, query } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { noteCheckIn, startListener, stopListener } from "./listener";
import { countListening, lastArrival, msSinceListening } from "./listener-state";
import { gapMsBetween, listListeningGaps } from "./listening-gaps";

afterEach(async () => {
  await stopListener();
  await pool.query("DELETE FROM listeners");
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const listeningGaps = () => listListeningGaps(query, new Date(0), new Date(Date.now() + 60_000));

test("a process that takes check-ins is a listener until it leaves", async () => {
  await pool.query("DELETE FROM listeners");
  expect(await msSinceListening()).toBe(Number.POSITIVE_INFINITY);

  await startListener(Date.now());
  expect(await countListening()).toBe(1);
  await stopListener();

  expect(await countListening()).toBe(0);
  expect(await msSinceListening()).not.toBe(Number.POSITIVE_INFINITY);
});

test("the time between two processes is a listening gap, however short", async () => {
  const leftAt = ago(203);
  await pool.query("DELETE FROM listeners");
  await pool.query(
    "INSERT INTO listeners (id, owner, since, seen_at, left_at) VALUES ((random() * 1000000000)::int, 'host 1', $1, $2, $2)",
    [ago(600), leftAt],
  );
  const since = ago(200);
  const before = Date.now();
  // The database did not respond for minutes.
  await startListener(since.getTime());

  const [listeningGap, ...others] = await listeningGaps();
  expect(others).toEqual([]);
  expect(listeningGap?.startsAt).toEqual(leftAt);
  expect(listeningGap && listeningGap.endsAt >= since).toBe(true);
  expect(Number(listeningGap?.endsAt)).toBeLessThan(before);
});

test("while no one listens, the gap lasts until now", async () => {
  await pool.query("DELETE FROM listeners");
  await pool.query(
    "INSERT INTO listeners (id, owner, since, seen_at) VALUES ((random() * 1000000000)::int, 'host 1', $1, $2)",
    [ago(600), ago(60)],
  );
  const before = Date.now();
  const [listeningGap] = await listeningGaps();
  expect(Number(listeningGap?.endsAt)).toBeGreaterThanOrEqual(before);
});

test("the latest check-in of any process is known after the next beat", async () => {
  await startListener(Date.now());
  const at = new Date();
  noteCheckIn(at);
  noteCheckIn(ago(60));
  await eventually(async () => expect(await lastArrival()).toEqual(at));
});

test("gaps that overlap count once, and only as far as they lie in the range", async () => {
  await pool.query("DELETE FROM listeners");
  await pool.query(
    `INSERT INTO listeners (id, owner, since, seen_at, left_at) VALUES
       (1, 'host 1', $1, $2, $2), (2, 'host 1', $3, $4, $4)`,
    [ago(7_200), ago(3_600), ago(1_800), ago(0)],
  );
  await pool.query("INSERT INTO alert_holds (starts_at, held_at, ends_at) VALUES ($1, $1, $2)", [
    ago(2_400),
    ago(1_200),
  ]);

  const minutes = async (from: number, until: number) =>
    Math.round((await gapMsBetween(ago(from), ago(until))) / 60_000);

  expect(await minutes(10_000, 0)).toBe(40);
  expect(await minutes(3_000, 1_500)).toBe(25);
  expect(await minutes(1_000, 0)).toBe(0);
  await pool.query("DELETE FROM alert_holds");
});
