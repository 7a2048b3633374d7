import { afterEach, expect, test, vi } from "vitest";
import { pool, query } from "@/lib/platform/db";
import { noteCheckIn, startListener, stopListener } from "./listener";
import { listSilences } from "./silences";
import { countListening, lastArrival, msSinceListening } from "./state";

afterEach(async () => {
  await stopListener();
  await pool.query("DELETE FROM listeners");
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const silences = () => listSilences(query, new Date(0), new Date(Date.now() + 60_000));

test("a process that takes check-ins is a listener until it leaves", async () => {
  await pool.query("DELETE FROM listeners");
  expect(await msSinceListening()).toBe(Number.POSITIVE_INFINITY);

  await startListener();
  expect(await countListening()).toBe(1);
  await stopListener();

  expect(await countListening()).toBe(0);
  expect(await msSinceListening()).toBeLessThan(5_000);
});

test("the time between two processes is a silence, however short", async () => {
  await pool.query("DELETE FROM listeners");
  await pool.query(
    "INSERT INTO listeners (id, owner, since, seen_at, left_at) VALUES ((random() * 1000000000)::int, 'host 1', $1, $2, $2)",
    [ago(600), ago(3)],
  );
  await startListener();

  const [silence, ...others] = await silences();
  expect(others).toEqual([]);
  expect(silence?.startsAt.getTime()).toBeCloseTo(ago(3).getTime(), -3);
  expect(Date.now() - Number(silence?.endsAt)).toBeLessThan(2_000);
});

test("while nobody listens, the silence lasts until now", async () => {
  await pool.query("DELETE FROM listeners");
  await pool.query(
    "INSERT INTO listeners (id, owner, since, seen_at) VALUES ((random() * 1000000000)::int, 'host 1', $1, $2)",
    [ago(600), ago(60)],
  );
  const [silence] = await silences();
  expect(Date.now() - Number(silence?.endsAt)).toBeLessThan(2_000);
});

test("the latest check-in of any process is known after the next beat", async () => {
  await startListener();
  const at = new Date();
  noteCheckIn(at);
  noteCheckIn(ago(60));
  await vi.waitFor(async () => expect(await lastArrival()).toEqual(at), { timeout: 8_000, interval: 200 });
}, 10_000);
