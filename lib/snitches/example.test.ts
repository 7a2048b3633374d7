import { expect, test } from "vitest";
import { findCaseFrame } from "@/lib/cases/frame";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch } from "@/testing/factories";
import { addExample, isExampleJob, refuseUnlessExample } from "./example";

const listSnitches = (caseId: string) => db.snitch.findMany({ where: { caseId } });

test("a case has one example job, which is pending, and counts for no first step", async () => {
  const theCase = await aCase();
  const { id: userId, email } = await aMember({ caseId: theCase.id });
  const token = await addExample(theCase, email, ACTOR);

  expect(await addExample(theCase, email, ACTOR)).toBe(token);
  const [snitch, ...others] = await listSnitches(theCase.id);
  expect(others).toEqual([]);
  expect(snitch).toMatchObject({
    token,
    status: "pending",
    interval: "1_minute",
    tags: ["example"],
    remindEvery: 0,
  });
  expect((await findCaseFrame(theCase.id, userId)).done).toMatchObject({ snitch: false, checkIn: false });
});

test("a plan without intervals of minutes has an hourly example, and a full one has none", async () => {
  const theCase = await aCase({ plan: "free" });
  await addExample(theCase, "ada@example.com", ACTOR);
  expect(await listSnitches(theCase.id)).toMatchObject([{ interval: "hourly" }]);

  const full = await aCase({ plan: "free" });
  await aSnitch({ caseId: full.id });
  await expect(addExample(full, "ada@example.com", ACTOR)).rejects.toThrow("has room for 1 snitch");
});

test("a missed example alerts only the person who added it, once", async () => {
  const theCase = await aCase();
  const { email } = await aMember({ caseId: theCase.id });
  await aMember({ caseId: theCase.id });
  const token = await addExample(theCase, email, ACTOR);
  const now = new Date();
  await db.snitch.update({
    where: { token },
    data: { status: "healthy", checkedInAt: now, deadline: new Date(now.getTime() + MINUTE_MS) },
  });
  for (let minute = 2; minute < 8; minute++)
    await sweepDeadlines(new Date(now.getTime() + minute * MINUTE_MS), NEVER_LOST_MS);

  const emails = await db.email.findMany({ where: { caseId: theCase.id, skipReason: null, kind: "alert" } });
  expect(emails.map(({ address }) => address)).toEqual([email]);
});

test("only the example of the case, by the name it was given, may be removed without a question", async () => {
  const theCase = await aCase();
  const token = await addExample(theCase, "ada@example.com", ACTOR);
  const real = await aSnitch({ caseId: theCase.id, name: "Example job", tags: ["example"] });
  const elsewhere = await aCase();

  await expect(refuseUnlessExample(theCase.id, real.token)).rejects.toThrow("No such snitch");
  await expect(refuseUnlessExample(elsewhere.id, token)).rejects.toThrow("No such snitch");
  await db.snitch.update({ where: { token }, data: { name: "Backup of my shop" } });
  await expect(refuseUnlessExample(theCase.id, token)).rejects.toThrow("No such snitch");
  expect((await listSnitches(theCase.id)).map(isExampleJob)).toEqual([false, false]);

  await db.snitch.update({ where: { token }, data: { name: "Example job" } });
  await refuseUnlessExample(theCase.id, token);
});
