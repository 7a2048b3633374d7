import { expect, test } from "vitest";
import { deleteOldAlerts } from "@/lib/alerts/delete-old";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { createPartitions, dropOldPartitions } from "@/lib/check-ins/partitions";
import { db, pool } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { ACTOR, aCase, aMember, aSnitch, aWebhook } from "@/lib/testing/factories";
import { pauseLongMissing } from "./auto-pause";
import { unpauseSnitch } from "./pause";
import { sendReminders } from "./reminders";

const DAY_MS = 24 * 3_600_000;
const tuesday = new Date("2026-03-10T10:00Z");
const after = (days: number) => new Date(tuesday.getTime() + days * DAY_MS);

const aWatchedCase = async () => {
  const owner = await aCase();
  await aMember({ caseId: owner.id });
  return owner;
};
const emailsOf = (snitchId: string) => db.email.findMany({ where: { snitchId }, orderBy: { id: "asc" } });

test("people are reminded once of a snitch that is still pending after three days", async () => {
  const { id: caseId } = await aWatchedCase();
  const snitch = await aSnitch({ caseId, createdAt: tuesday });

  await sendReminders(new Date(after(3).getTime() - 1));
  expect(await emailsOf(snitch.id)).toEqual([]);
  await Promise.all([sendReminders(after(3)), sendReminders(after(3))]);
  await sendReminders(after(4));

  expect(await emailsOf(snitch.id)).toMatchObject([{ kind: "pending_reminder", alertId: null }]);
});

test("people are reminded once of each pause that lasts three days", async () => {
  const { id: caseId } = await aWatchedCase();
  const snitch = await aSnitch({ caseId, status: "paused", pausedAt: tuesday, createdAt: after(-30) });

  await sendReminders(after(3));
  await sendReminders(after(4));
  await db.snitch.update({ where: { id: snitch.id }, data: { pausedAt: after(5) } });
  await sendReminders(after(7));
  await sendReminders(after(8));

  const kinds = (await emailsOf(snitch.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["paused_reminder", "paused_reminder"]);
});

test("a snitch that reports is not reminded of", async () => {
  const { id: caseId } = await aWatchedCase();
  const snitch = await aSnitch({ caseId, status: "healthy", createdAt: after(-30) });

  await sendReminders(after(30));

  expect(await emailsOf(snitch.id)).toEqual([]);
});

test("a snitch that has been missing for two years is paused, and its people hear of it by mail and webhook", async () => {
  const { id: caseId } = await aWatchedCase();
  await aWebhook({ caseId, url: "https://example.com/hook" });
  const missingSince = new Date("2024-03-10T00:00Z");
  const snitch = await aSnitch({ caseId, status: "failed", missingSince });

  await pauseLongMissing(new Date("2026-03-09T23:59:59.999Z"), NEVER_LOST_MS);
  expect(await emailsOf(snitch.id)).toEqual([]);
  const twoYearsLater = new Date("2026-03-10T00:00Z");
  await Promise.all([
    pauseLongMissing(twoYearsLater, NEVER_LOST_MS),
    pauseLongMissing(twoYearsLater, NEVER_LOST_MS),
  ]);

  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({
    status: "paused",
    statusBeforePause: "failed",
    pauseUntil: "healthy",
  });
  const alerts = await db.alert.findMany({
    where: { snitchId: snitch.id },
    include: { emails: true, deliveries: true },
  });
  expect(alerts).toMatchObject([{ kind: "paused", from: "failed", emails: [{}], deliveries: [{}] }]);
});

test("a snitch whose pause was ended by hand is not paused again because of what came before", async () => {
  const { id: caseId } = await aWatchedCase();
  const missingSince = new Date("2024-03-10T00:00Z");
  const snitch = await aSnitch({ caseId, status: "failed", missingSince });
  await pauseLongMissing(tuesday, NEVER_LOST_MS);
  await unpauseSnitch(caseId, snitch.token, after(1), ACTOR);

  await pauseLongMissing(after(1), NEVER_LOST_MS);
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({ status: "failed" });

  await pauseLongMissing(after(2 * 366 + 2), NEVER_LOST_MS);
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
  await db.email.create({
    data: { caseId, snitchId: snitch.id, alertId: old.id, address: "ops@example.com" },
  });
  const young = await anAlert("2024-03-11T00:00Z");

  await deleteOldAlerts(new Date("2026-03-10T00:00Z"));

  expect(await db.alert.findMany({ where: { snitchId: snitch.id } })).toMatchObject([{ id: young.id }]);
  expect(await emailsOf(snitch.id)).toEqual([]);
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

  await Promise.all([createPartitions(at), createPartitions(at)]);

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
  await createPartitions(new Date("2020-02-15T00:00Z"));
  await createPartitions(new Date("2022-02-15T00:00Z"));
  const checkInAt = (at: string) =>
    db.checkIn.create({ data: { snitchId: snitch.id, at: new Date(at), exitStatus: "" } });
  await checkInAt("2020-02-20T00:00Z");
  await checkInAt("2022-02-20T00:00Z");

  await Promise.all([1, 2].map(() => dropOldPartitions(new Date("2024-02-16T00:00Z"))));

  const left = await partitions();
  expect(left).not.toContain("check_ins_2020_02");
  expect(left).toContain("check_ins_2022_02");
  expect(await db.checkIn.count({ where: { snitchId: snitch.id } })).toBe(1);
});
