import { expect, test } from "vitest";
import { listTimeline } from "@/lib/history/timeline";
import { db, transaction } from "@/lib/platform/db";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { aCase, aMember, aSnitch, aWebhook } from "@/testing/factories";
import { oneLockWait } from "@/testing/lock-wait";
import { recordCheckIn } from "./batcher";

const tuesday = new Date("2026-03-10T10:37:12.345Z");
const at = (seconds: number) => new Date(tuesday.getTime() + seconds * 1_000);
const aCheckIn = (overrides: Partial<CheckIn> & { token: string }) => ({
  at: tuesday,
  exitStatus: "",
  message: "",
  method: "GET",
  address: "203.0.113.7",
  userAgent: "curl/8",
  ...overrides,
});
const readSnitch = (id: string) => db.snitch.findUniqueOrThrow({ where: { id } });

test("the first check-in makes a snitch healthy and is stored with all its fields", async () => {
  const snitch = await aSnitch({ interval: "hourly" });

  const recorded = await recordCheckIn(
    aCheckIn({ token: snitch.token, message: "42 rows", exitStatus: "0" }),
  );

  expect(recorded.kind).toBe("recorded");
  expect(await readSnitch(snitch.id)).toMatchObject({
    status: "healthy",
    checkedInAt: tuesday,
    deadline: new Date("2026-03-10T12:00:00Z"),
  });
  expect(await db.checkIn.findMany({ where: { snitchId: snitch.id } })).toMatchObject([
    {
      at: tuesday,
      message: "42 rows",
      exitStatus: "0",
      method: "GET",
      address: "203.0.113.7",
      userAgent: "curl/8",
    },
  ]);
});

test("messages with characters that have a meaning in array literals are stored unchanged", async () => {
  const snitch = await aSnitch();
  const messages = ['"', "\\", '\\"', "NULL", "null", "", " ", "{a,b}", "a,b", "line\nbreak", "'", "ü💥"];

  await Promise.all(
    messages
      .slice(0, 10)
      .map((message, s) => recordCheckIn(aCheckIn({ token: snitch.token, at: at(s), message }))),
  );
  await Promise.all(
    messages
      .slice(10)
      .map((message, s) => recordCheckIn(aCheckIn({ token: snitch.token, at: at(3_600 + s), message }))),
  );

  const stored = await db.checkIn.findMany({ where: { snitchId: snitch.id }, orderBy: { at: "asc" } });
  expect(stored.map(({ message }) => message)).toEqual(messages);
});

test("times are stored to the millisecond, for a check-in and for its snitch", async () => {
  for (let i = 0; i < 20; i += 1) {
    const snitch = await aSnitch();
    const instant = new Date(tuesday.getTime() + i * 7_919);
    await recordCheckIn(aCheckIn({ token: snitch.token, at: instant }));
    const again = new Date(instant.getTime() + 1);
    await recordCheckIn(aCheckIn({ token: snitch.token, at: again }));

    const stored = await db.checkIn.findMany({ where: { snitchId: snitch.id }, orderBy: { at: "asc" } });
    expect(stored.map(({ at }) => at)).toEqual([instant, again]);
    expect((await readSnitch(snitch.id)).checkedInAt).toEqual(again);
  }
});

test("an unknown token gives the result unknown, and does not affect the others of its batch", async () => {
  const snitch = await aSnitch();

  const recorded = await Promise.all([
    recordCheckIn(aCheckIn({ token: "unknown" })),
    recordCheckIn(aCheckIn({ token: snitch.token })),
  ]);

  expect(recorded.map(({ kind }) => kind)).toEqual(["unknown", "recorded"]);
});

test("check-ins of one snitch are applied in order of arrival, however they are batched", async () => {
  const snitch = await aSnitch();

  await Promise.all(
    ["", "1", "", "2", ""].map((exitStatus, i) =>
      recordCheckIn(aCheckIn({ token: snitch.token, exitStatus, at: at(i) })),
    ),
  );

  const alerts = await db.alert.findMany({ where: { snitchId: snitch.id }, orderBy: { at: "asc" } });
  expect(alerts.map(({ kind }) => kind)).toEqual([
    "reporting",
    "errored",
    "reporting",
    "errored",
    "reporting",
  ]);
  expect(await readSnitch(snitch.id)).toMatchObject({ status: "healthy" });
});

test("after the first ten in an hour one a minute is accepted, even if they arrive together", async () => {
  const snitch = await aSnitch();

  const kinds = async (checkIns: Promise<{ kind: string }>[]) =>
    (await Promise.all(checkIns)).map(({ kind }) => kind);
  const burst = await kinds(
    Array.from({ length: 14 }, () => recordCheckIn(aCheckIn({ token: snitch.token }))),
  );
  const nextMinute = await kinds(
    [60, 61].map((s) => recordCheckIn(aCheckIn({ token: snitch.token, at: at(s) }))),
  );

  expect(burst.filter((kind) => kind === "recorded")).toHaveLength(10);
  expect(nextMinute).toEqual(["recorded", "limited"]);
  expect(await db.checkIn.count({ where: { snitchId: snitch.id, accepted: true } })).toBe(11);
});

test("the first refused check-in of each minute is stored, and has no other effect", async () => {
  const snitch = await aSnitch({ interval: "1_minute" });

  for (const seconds of [...Array(10).fill(0), 0, 1, 2, 60, 61, 62])
    await recordCheckIn(aCheckIn({ token: snitch.token, at: at(seconds), message: `at ${seconds}` }));

  const refused = await db.checkIn.findMany({
    where: { snitchId: snitch.id, accepted: false },
    orderBy: { at: "asc" },
  });
  expect(refused.map(({ message }) => message)).toEqual(["at 0", "at 61"]);
  const { entries } = await listTimeline(snitch.id, "check_ins", 50);
  expect(entries.filter((entry) => entry.kind === "check_in" && entry.accepted)).toHaveLength(11);
  expect(entries).toHaveLength(13);
  expect(await readSnitch(snitch.id)).toMatchObject({ checkedInAt: at(60) });
});

test("if Postgres rejects one check-in, only that one is lost", async () => {
  const snitches = await Promise.all([aSnitch(), aSnitch(), aSnitch()]);
  const messages = ["before", "a text with \0", "after"];

  const recorded = await Promise.all(
    snitches.map(({ token }, i) => recordCheckIn(aCheckIn({ token, message: messages[i] }))),
  );

  expect(recorded.map(({ kind }) => kind)).toEqual(["recorded", "lost", "recorded"]);
});

test("an error report enqueues its alerts in the same commit; on a plan without Error Notices it counts as healthy", async () => {
  const business = await aCase({ plan: "business" });
  const team = await aCase({ plan: "team" });
  await aMember({ caseId: business.id });
  await aWebhook({ caseId: business.id, url: "https://example.com/hook" });
  const withErrorNotices = await aSnitch({ caseId: business.id });
  const withoutErrorNotices = await aSnitch({ caseId: team.id });

  await Promise.all(
    [withErrorNotices, withoutErrorNotices].map(({ token }) =>
      recordCheckIn(aCheckIn({ token, exitStatus: "3" })),
    ),
  );

  expect(await readSnitch(withErrorNotices.id)).toMatchObject({ status: "errored" });
  expect(await readSnitch(withoutErrorNotices.id)).toMatchObject({ status: "healthy" });
  expect(await db.email.count({ where: { snitchId: withErrorNotices.id } })).toBe(1);
  expect(await db.delivery.count({ where: { alert: { snitchId: withErrorNotices.id } } })).toBe(1);
  expect(await db.checkIn.findMany({ where: { snitchId: withoutErrorNotices.id } })).toMatchObject([
    { exitStatus: "3" },
  ]);
});

test("an error report that waits for its snitch holds up no other check-in, but those that follow it", async () => {
  const [failing, other] = await Promise.all([
    aSnitch({ status: "healthy" }),
    aSnitch({ status: "healthy" }),
  ]);

  const waiting = await transaction(async (sql) => {
    await sql("SELECT FROM snitches WHERE id = $1 FOR UPDATE", [failing.id]);
    const reports = ["1", ""].map((exitStatus, i) =>
      recordCheckIn(aCheckIn({ token: failing.token, exitStatus, at: at(i) })),
    );
    await oneLockWait();
    expect((await recordCheckIn(aCheckIn({ token: other.token }))).kind).toBe("recorded");
    expect((await readSnitch(failing.id)).checkInCount).toBe(0);
    return { reports };
  });

  await Promise.all(waiting.reports);
  const alerts = await db.alert.findMany({ where: { snitchId: failing.id }, orderBy: { at: "asc" } });
  expect(alerts.map(({ kind }) => kind)).toEqual(["errored", "reporting"]);
});

test("thousands of parallel check-ins are recorded exactly once each", async () => {
  const theCase = await aCase();
  const snitches = await Promise.all(Array.from({ length: 300 }, () => aSnitch({ caseId: theCase.id })));
  const load = snitches.flatMap(({ token }) =>
    Array.from({ length: 10 }, (_, i) => recordCheckIn(aCheckIn({ token, at: at(i) }))),
  );

  const recorded = await Promise.all(load);

  expect(recorded.every(({ kind }) => kind === "recorded")).toBe(true);
  const snitchIds = snitches.map(({ id }) => id);
  expect(await db.checkIn.count({ where: { snitchId: { in: snitchIds } } })).toBe(3_000);
});
