import { expect, test } from "vitest";
import { db, transaction } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { aSession, startTestSession } from "@/testing/sessions";
import { ada, deletePeopleAfterEachTest } from "@/testing/users";
import { deleteExpired } from "./delete-expired";
import { endSession, endSessions, findSignedIn, listSessions, startSession } from "./sessions";

deletePeopleAfterEachTest();

const tuesday = new Date("2026-03-10T00:00Z");
const later = (ms: number) => new Date(tuesday.getTime() + ms);

test("ending sessions ends all of them, and deleting a user ends theirs", async () => {
  const { id } = await ada();
  const [first, second] = [await aSession(id), await aSession(id)];
  expect([await first(), await second()]).toEqual([true, true]);

  await transaction((sql) => endSessions(sql, id));
  expect([await first(), await second()]).toEqual([false, false]);

  const third = await aSession(id);
  await db.user.delete({ where: { id } });
  expect(await third()).toBe(false);
  expect(await startSession(id, { method: "password", userAgent: "", address: "" }, new Date())).toBeNull();
});

test("the zone of the first browser that names one is remembered, and no later one", async () => {
  const { id } = await ada();
  const signIn = { method: "password", userAgent: "", address: "" };
  for (const browserZone of [null, "Europe/Riga", "Asia/Tokyo", null])
    await startSession(id, { ...signIn, browserZone }, tuesday);
  expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    timeZone: null,
    browserZone: "Europe/Riga",
  });
});

test("ending one session leaves the others, and only its user can end it", async () => {
  const { id } = await ada();
  const stranger = await db.user.create({ data: { email: "bob@example.com" } });
  const [one, other] = [await startTestSession(id), await startTestSession(id)];

  await endSession(stranger.id, one.id, "account.session_ended", "");
  expect(await findSignedIn(one, new Date())).toMatchObject({ id });

  await endSession(id, one.id, "account.session_ended", "");
  await endSession(id, one.id, "account.session_ended", "");
  expect(await findSignedIn(one, new Date())).toBeNull();
  expect(await findSignedIn(other, new Date())).toMatchObject({ id });
});

test("a session is found only with its own user and the user’s present key", async () => {
  const { id } = await ada();
  const stranger = await db.user.create({ data: { email: "bob@example.com" } });
  const session = await startTestSession(id);

  expect(await findSignedIn({ ...session, userId: stranger.id }, new Date())).toBeNull();
  expect(await findSignedIn({ ...session, key: stranger.sessionKey }, new Date())).toBeNull();
});

test("a session ends thirty days after it began, and is deleted then", async () => {
  const { id } = await ada();
  const session = await startTestSession(id, tuesday);

  expect(await findSignedIn(session, later(30 * DAY_MS - 1))).not.toBeNull();
  expect(await findSignedIn(session, later(30 * DAY_MS))).toBeNull();
  expect(await listSessions(id, later(30 * DAY_MS))).toEqual([]);

  await deleteExpired(later(30 * DAY_MS - 1));
  expect(await db.session.count()).toBe(1);
  await deleteExpired(later(30 * DAY_MS));
  expect(await db.session.count()).toBe(0);
});

test("sessions are listed with their browser, the latest seen first; the time is written every five minutes at most", async () => {
  const { id } = await ada();
  const first = await startTestSession(id, tuesday);
  const second = await startTestSession(id, later(1));
  await findSignedIn(first, later(5 * MINUTE_MS - 1));
  expect((await listSessions(id, tuesday)).map((session) => session.id)).toEqual([second.id, first.id]);

  await findSignedIn(first, later(5 * MINUTE_MS));

  expect(await listSessions(id, tuesday)).toEqual([
    { id: first.id, userAgent: "Mozilla/5.0", createdAt: tuesday, lastSeenAt: later(5 * MINUTE_MS) },
    { id: second.id, userAgent: "Mozilla/5.0", createdAt: later(1), lastSeenAt: later(1) },
  ]);
});
