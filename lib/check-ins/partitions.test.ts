import { expect, test } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { aSnitch } from "@/lib/testing/factories";
import { recordCheckIn } from "./batcher";
import { createPartitions, dropOldPartitions } from "./partitions";

const listPartitionNames = async () => {
  const { rows } = await pool.query(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'check_ins'::regclass ORDER BY 1",
  );
  return rows.map(({ name }) => name as string);
};

test("several workers can create partitions ahead of time, and earlier check-ins of those months move into them", async () => {
  const snitch = await aSnitch();
  const at = new Date("2031-05-10T00:00Z");
  const checkIn = {
    token: snitch.token,
    at,
    exitStatus: "",
    message: "early",
    method: "",
    address: "",
    userAgent: "",
  };
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
