import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { dropPartitions, makePartitions } from "@/lib/check-ins/partitions";
import { db, pool } from "@/lib/platform/db";
import { aCase, aMember, aSnitch, aWebhook, SOMEBODY } from "@/lib/testing/factories";
import { dropOldAlerts, pauseForgotten } from "./auto-pause";
import { unpauseSnitch } from "./pause";
import { remindOfWaiting } from "./reminders";

const DAY_MS = 24 * 3_600_000;
const tuesday = new Date("2026-03-10T10:00Z");
const after = (days: number) => new Date(tuesday.getTime() + days * DAY_MS);

const aWatchedCase = async () => {
  const owner = await aCase();
  await aMember({ caseId: owner.id });
  return owner;
};
const noticesOf = (snitchId: string) => db.notice.findMany({ where: { snitchId }, orderBy: { id: "asc" } });

test("people are reminded once of a snitch that is still pending after three days", async () => {
  const { id: caseId } = await aWatchedCase();
  const snitch = await aSnitch({ caseId, createdAt: tuesday });

  await remindOfWaiting(new Date(after(3).getTime() - 1));
  expect(await noticesOf(snitch.id)).toEqual([]);
  await Promise.all([remindOfWaiting(after(3)), remindOfWaiting(after(3))]);
  await remindOfWaiting(after(4));

  expect(await noticesOf(snitch.id)).toMatchObject([{ kind: "pending_reminder", alertId: null }]);
});

test("people are reminded once of each pause that lasts three days", async () => {
  const { id: caseId } = await aWatchedCase();
  const snitch = await aSnitch({ caseId, status: "paused", pausedAt: tuesday, createdAt: after(-30) });

  await remindOfWaiting(after(3));
  await remindOfWaiting(after(4));
  await db.snitch.update({ where: { id: snitch.id }, data: { pausedAt: after(5) } });
  await remindOfWaiting(after(7));
  await remindOfWaiting(after(8));

  const kinds = (await noticesOf(snitch.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["paused_reminder", "paused_reminder"]);
});

test("a snitch that reports is not reminded of", async () => {
  const { id: caseId } = await aWatchedCase();
  const snitch = await aSnitch({ caseId, status: "healthy", createdAt: after(-30) });

  await remindOfWaiting(after(30));

  expect(await noticesOf(snitch.id)).toEqual([]);
});

test("a snitch that has been missing for two years is paused, and its people hear of it by mail and webhook", async () => {
  const { id: caseId } = await aWatchedCase();
  await aWebhook({ caseId, url: "https://example.com/hook" });
  const missingSince = new Date("2024-03-10T00:00Z");
  const snitch = await aSnitch({ caseId, status: "failed", missingSince });

  await pauseForgotten(new Date("2026-03-09T23:59:59.999Z"));
  expect(await noticesOf(snitch.id)).toEqual([]);
  const twoYearsLater = new Date("2026-03-10T00:00Z");
  await Promise.all([pauseForgotten(twoYearsLater), pauseForgotten(twoYearsLater)]);

  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({
    status: "paused",
    covered: "failed",
    pauseUntil: "healthy",
  });
  const alerts = await db.alert.findMany({
    where: { snitchId: snitch.id },
    include: { notices: true, deliveries: true },
  });
  expect(alerts).toMatchObject([{ kind: "paused", from: "failed", notices: [{}], deliveries: [{}] }]);
});

test("a snitch whose pause was ended by hand is not paused again because of what came before", async () => {
  const { id: caseId } = await aWatchedCase();
  const missingSince = new Date("2024-03-10T00:00Z");
  const snitch = await aSnitch({ caseId, status: "failed", missingSince });
  await pauseForgotten(tuesday);
  await unpauseSnitch(caseId, snitch.token, after(1), SOMEBODY);

  await pauseForgotten(after(1));
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({ status: "failed" });

  await pauseForgotten(after(2 * 366 + 2));
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({ status: "paused" });
});

test("alerts are kept for two years, with what was owed because of them", async () => {
  const { id: caseId } = await aWatchedCase();
  const snitch = await aSnitch({ caseId, status: "healthy" });
  const anAlert = (at: string) =>
    db.alert.create({
      data: { caseId, snitchId: snitch.id, kind: "missing", from: "healthy", to: "failed", at: new Date(at) },
    });
  const old = await anAlert("2024-03-09T00:00Z");
  await db.notice.create({
    data: { caseId, snitchId: snitch.id, alertId: old.id, address: "ops@example.com" },
  });
  const young = await anAlert("2024-03-11T00:00Z");

  await dropOldAlerts(new Date("2026-03-10T00:00Z"));

  expect(await db.alert.findMany({ where: { snitchId: snitch.id } })).toMatchObject([{ id: young.id }]);
  expect(await noticesOf(snitch.id)).toEqual([]);
});

const partitions = async () => {
  const { rows } = await pool.query(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'check_ins'::regclass ORDER BY 1",
  );
  return rows.map(({ name }) => name as string);
};

test("months are made ahead of time, by several workers at once, and take over what came too early", async () => {
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

  await Promise.all([makePartitions(at), makePartitions(at)]);

  expect(await partitions()).toEqual(
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

test("months older than two years are dropped, and no younger one", async () => {
  const snitch = await aSnitch();
  await makePartitions(new Date("2020-02-15T00:00Z"));
  await makePartitions(new Date("2022-02-15T00:00Z"));
  const checkInAt = (at: string) =>
    db.checkIn.create({ data: { snitchId: snitch.id, at: new Date(at), exitStatus: "" } });
  await checkInAt("2020-02-20T00:00Z");
  await checkInAt("2022-02-20T00:00Z");

  await Promise.all([1, 2].map(() => dropPartitions(new Date("2024-02-16T00:00Z"))));

  const left = await partitions();
  expect(left).not.toContain("check_ins_2020_02");
  expect(left).toContain("check_ins_2022_02");
  expect(await db.checkIn.count({ where: { snitchId: snitch.id } })).toBe(1);
});
