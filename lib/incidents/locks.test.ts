import { expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { removeSnitch } from "@/lib/monitoring/remove";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { lockRows } from "@/lib/snitches/store";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { oneLockWait } from "@/testing/lock-wait";

const tuesday = new Date("2026-03-10T00:00Z");
const aMinuteLater = new Date(tuesday.getTime() + MINUTE_MS);

/** A snitch that is down and one that depends on it and is about to miss its deadline. */
async function aParentAndAChild() {
  const { id: caseId } = await aCase({ plan: "business" });
  const parent = await aSnitch({ caseId, status: "failed", deadline: new Date("2026-03-11T00:00Z") });
  const child = await aSnitch({ caseId, status: "healthy", deadline: tuesday });
  return { caseId, parent, child };
}

const dependOn = (caseId: string, child: { token: string }, parent: { token: string }) =>
  updateSnitch(caseId, child.token, { depends_on: [parent.token] }, tuesday, ACTOR, WHOLE_CASE);

const lock = (sql: Sql, id: string) => lockRows(sql, "s.id = $1", [id]);

test("a new dependency does not wait for check-ins of its parent, which may wait for the child", async () => {
  const { caseId, parent, child } = await aParentAndAChild();
  await transaction(async (sql) => {
    await lock(sql, parent.id);
    await dependOn(caseId, child, parent);
    await lock(sql, child.id);
  });
});

test("an incident that a parent holds does not wait for check-ins of the parent, which may wait for the child", async () => {
  const { caseId, parent, child } = await aParentAndAChild();
  await dependOn(caseId, child, parent);
  await transaction(async (sql) => {
    await lock(sql, parent.id);
    await sweepDeadlines(aMinuteLater, NEVER_LOST_MS);
    await lock(sql, child.id);
  });
  expect(await db.incident.findFirst({ where: { snitchId: child.id } })).toMatchObject({ heldBy: parent.id });
});

test("a parent can be deleted while a check-in of the parent and of its child is recorded", async () => {
  const { caseId, parent, child } = await aParentAndAChild();
  await dependOn(caseId, child, parent);
  await sweepDeadlines(aMinuteLater, NEVER_LOST_MS);
  let removal: Promise<void> | undefined;
  await transaction(async (sql) => {
    await lock(sql, parent.id);
    removal = removeSnitch(caseId, parent.token, ACTOR);
    await oneLockWait();
    await sql("UPDATE incidents SET bad_count = bad_count + 1 WHERE snitch_id = $1", [child.id]);
  });
  await removal;
  expect(await db.incident.findFirst({ where: { snitchId: child.id } })).toMatchObject({
    heldBy: null,
    badCount: 2,
  });
});

test("an error of a child is recorded while its parent is deleted", async () => {
  const { caseId, parent, child } = await aParentAndAChild();
  await dependOn(caseId, child, parent);
  let recorded: ReturnType<typeof recordCheckIn> | undefined;
  await transaction(async (sql) => {
    await sql("DELETE FROM snitches WHERE id = $1", [parent.id]);
    recorded = recordCheckIn({
      ...PLAIN_CHECK_IN,
      token: child.token,
      at: new Date("2026-03-09T12:00Z"),
      exitStatus: "1",
    });
    await oneLockWait();
  });
  expect(await recorded).toMatchObject({ kind: "recorded" });
  expect(await db.incident.findFirst({ where: { snitchId: child.id } })).toMatchObject({ heldBy: null });
});

test("a dependency on a snitch that is deleted meanwhile is refused", async () => {
  const { caseId, parent, child } = await aParentAndAChild();
  let change: Promise<unknown> | undefined;
  await transaction(async (sql) => {
    await sql("DELETE FROM snitches WHERE id = $1", [parent.id]);
    change = dependOn(caseId, child, parent).catch((error) => error);
    await oneLockWait();
  });
  expect(await change).toMatchObject({ validations: [{ attribute: "depends_on" }] });
});
