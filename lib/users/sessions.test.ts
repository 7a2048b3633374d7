import { expect, test } from "vitest";
import { db, transaction } from "@/lib/platform/db";
import { aSession } from "@/lib/testing/sessions";
import { ada, deletePeopleAfterEachTest } from "@/lib/testing/users";
import { endSessions } from "./sessions";

deletePeopleAfterEachTest();

test("ending sessions ends all of them, and deleting a user ends theirs", async () => {
  const { id } = await ada();
  const [first, second] = [await aSession(id), await aSession(id)];
  expect([await first(), await second()]).toEqual([true, true]);

  await transaction((sql) => endSessions(sql, id));
  expect([await first(), await second()]).toEqual([false, false]);

  const third = await aSession(id);
  await db.user.delete({ where: { id } });
  expect(await third()).toBe(false);
});
