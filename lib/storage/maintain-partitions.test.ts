import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { db, pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { createPartitions, dropOldPartitions } from "./maintain-partitions";

const listPartitionNames = async (table = "check_ins") => {
  const { rows } = await pool.query(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1",
    [table],
  );
  return rows.map(({ name }) => name as string);
};

const aRun = (snitchId: string, at: string) =>
  db.run.create({ data: { id: newId(), snitchId, at: new Date(at), outcome: "running", rid: at } });

test("several workers can create partitions ahead of time, and earlier check-ins of those months move into them", async () => {
  const snitch = await aSnitch();
  const at = new Date("2031-05-10T00:00Z");
  const checkIn = { ...PLAIN_CHECK_IN, token: snitch.token, at, message: "early" };
  await recordCheckIn(checkIn);

  await Promise.all([createPartitions(at), createPartitions(at)]);

  expect(await listPartitionNames()).toEqual(
    expect.arrayContaining([
      "check_ins_2031_05",
      "check_ins_2031_06",
      "check_ins_2031_07",
      "check_ins_2031_08",
    ]),
  );
  const { rows } = await pool.query("SELECT message FROM check_ins_2031_05");
  expect(rows).toEqual([{ message: "early" }]);
  expect(await db.checkIn.findMany({ where: { snitchId: snitch.id } })).toMatchObject([{ message: "early" }]);
});

test("only partitions older than two years are dropped", async () => {
  const snitch = await aSnitch();
  await createPartitions(new Date("2020-02-15T00:00Z"));
  await createPartitions(new Date("2022-02-15T00:00Z"));
  const checkInAt = (at: string) =>
    db.checkIn.create({ data: { snitchId: snitch.id, at: new Date(at), exitStatus: "" } });
  await checkInAt("2020-02-20T00:00Z");
  await checkInAt("2022-02-20T00:00Z");

  await Promise.all([1, 2].map(() => dropOldPartitions(new Date("2024-02-16T00:00Z"))));

  const remaining = await listPartitionNames();
  expect(remaining).not.toContain("check_ins_2020_02");
  expect(remaining).toContain("check_ins_2022_02");
  expect(await db.checkIn.count({ where: { snitchId: snitch.id } })).toBe(1);
});

test("runs have the same months, and runs that began before a month had a partition move into it", async () => {
  const { id: snitchId } = await aSnitch();
  const { id } = await aRun(snitchId, "2033-05-10T00:00Z");

  await Promise.all([1, 2].map(() => createPartitions(new Date("2033-05-10T00:00Z"))));

  const months = ["runs_2033_05", "runs_2033_06", "runs_2033_07", "runs_2033_08"];
  expect(await listPartitionNames("runs")).toEqual(expect.arrayContaining(months));
  expect((await pool.query("SELECT id FROM runs_2033_05")).rows).toEqual([{ id }]);
  // The partition has the rules of the table.
  const data = { outcome: "succeeded" as const, limitAt: new Date() };
  await expect(db.run.updateMany({ where: { snitchId }, data })).rejects.toThrow("runs_have_a_limit");
  await db.snitch.delete({ where: { id: snitchId } });
  expect((await pool.query("SELECT id FROM runs_2033_05")).rows).toEqual([]);
});

test("runs are kept for two years, also those that are in no month's partition", async () => {
  const { id: snitchId } = await aSnitch();
  await createPartitions(new Date("2018-02-15T00:00Z"));
  await createPartitions(new Date("2020-02-15T00:00Z"));
  for (const at of ["2017-02-20T00:00Z", "2018-02-20T00:00Z", "2020-02-20T00:00Z"]) await aRun(snitchId, at);

  await dropOldPartitions(new Date("2022-02-16T00:00Z"));

  const remaining = await listPartitionNames("runs");
  expect(remaining).not.toContain("runs_2018_02");
  expect(remaining).toContain("runs_2020_02");
  expect(await db.run.findMany({ where: { snitchId }, select: { rid: true } })).toEqual([
    { rid: "2020-02-20T00:00Z" },
  ]);
});
