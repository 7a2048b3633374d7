import { setMaxListeners } from "node:events";
import { expect, test } from "vitest";
import { endSession, endSessions } from "@/lib/people/users/sessions";
import { db, transaction } from "@/lib/platform/db";
import { aCase, aMember } from "@/testing/factories";
import { startTestSession } from "@/testing/sessions";
import { streamChanges } from "./stream";

const HEARTBEAT_MS = 20;

/** A member with a session, who has no stream open yet. */
async function aSubscriber() {
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  return { caseId, session: await startTestSession(userId) };
}

const neverAborted = new AbortController().signal;
setMaxListeners(0, neverAborted);

/** Opens a stream, and waits for its first heartbeat. Returns a function that waits for its end. */
async function openStream(subscriber: Awaited<ReturnType<typeof aSubscriber>>) {
  const reader = streamChanges(subscriber, neverAborted, HEARTBEAT_MS)?.getReader();
  if (!reader) throw new Error("There is no stream.");
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await read()).toContain("retry");
  expect(await read()).toBe(":\n\n");
  return async () => {
    while (!(await reader.read()).done);
    return "closed";
  };
}

test("the stream of a removed member is closed", async () => {
  const subscriber = await aSubscriber();
  const readToEnd = await openStream(subscriber);

  await db.member.deleteMany({ where: { userId: subscriber.session.userId } });

  expect(await readToEnd()).toBe("closed");
});

test("the stream of an ended session is closed", async () => {
  const subscriber = await aSubscriber();
  const readToEnd = await openStream(subscriber);

  await transaction((sql) => endSessions(sql, subscriber.session.userId));

  expect(await readToEnd()).toBe("closed");
});

test("the stream of a browser that signed out is closed", async () => {
  const subscriber = await aSubscriber();
  const readToEnd = await openStream(subscriber);

  await endSession(subscriber.session.userId, subscriber.session.id, "account.session_ended", "");

  expect(await readToEnd()).toBe("closed");
});

test("a user has twenty streams at most, and may open another after closing one", async () => {
  const subscriber = await aSubscriber();
  const streams = Array.from({ length: 20 }, () => streamChanges(subscriber, neverAborted));

  expect(streams).not.toContain(null);
  expect(streamChanges(subscriber, neverAborted)).toBeNull();
  expect(streamChanges(await aSubscriber(), neverAborted)).not.toBeNull();

  await streams[0]?.cancel();
  expect(streamChanges(subscriber, neverAborted)).not.toBeNull();
});
