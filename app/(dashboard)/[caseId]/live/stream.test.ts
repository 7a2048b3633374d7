import { setMaxListeners } from "node:events";
import { expect, test } from "vitest";
import { db, transaction } from "@/lib/platform/db";
import { aCase, aMember } from "@/lib/testing/factories";
import { endSessions, sessionKeyOf } from "@/lib/users/sessions";
import { streamChanges } from "./stream";

const BEAT_MS = 20;

/** Somebody who may listen to a case, and has not begun. */
async function aListener() {
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  return { caseId, userId, sessionKey: (await sessionKeyOf(userId)) ?? "" };
}

const never = new AbortController().signal;
setMaxListeners(0, never);

async function listened(who: Awaited<ReturnType<typeof aListener>>) {
  const reader = streamChanges(who, never, BEAT_MS)?.getReader();
  if (!reader) throw new Error("There is no stream.");
  const heard = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await heard()).toContain("retry");
  expect(await heard()).toBe(":\n\n");
  const over = async () => {
    while (!(await reader.read()).done);
    return "over";
  };
  return over;
}

test("who is taken out of a case hears nothing more of it", async () => {
  const who = await aListener();
  const over = await listened(who);

  await db.member.deleteMany({ where: { userId: who.userId } });

  expect(await over()).toBe("over");
});

test("nor does a session that was ended", async () => {
  const who = await aListener();
  const over = await listened(who);

  await transaction((sql) => endSessions(sql, who.userId));

  expect(await over()).toBe("over");
});

test("one person listens in twenty places at most, and again once one of them is left", async () => {
  const who = await aListener();
  const streams = Array.from({ length: 20 }, () => streamChanges(who, never));

  expect(streams).not.toContain(null);
  expect(streamChanges(who, never)).toBeNull();
  expect(streamChanges(await aListener(), never)).not.toBeNull();

  await streams[0]?.cancel();
  expect(streamChanges(who, never)).not.toBeNull();
});
