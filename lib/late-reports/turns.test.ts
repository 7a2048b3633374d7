import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, manySnitches } from "@/testing/factories";
import { applyLateReports } from "./apply";
import { listLateSnitches, nextLateReportAt, noteReplay } from "./turns";

const tuesday = new Date("2026-03-10T00:00Z");
const minutes = (count: number) => new Date(tuesday.getTime() + count * 60_000);

beforeEach(async () => {
  await db.case.deleteMany();
});

const aUser = async () => aMember({ caseId: (await aCase()).id });

/** A case of this person with so many snitches whose late reports came one each minute from `from` on. */
async function aLateCase(userId: string, count: number, from: number) {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  await db.member.create({ data: { caseId, userId, role: "owner" } });
  const snitches = await manySnitches(count, { caseId, status: "healthy", deadline: minutes(600) });
  for (const [i, { id }] of snitches.entries())
    await db.snitch.update({
      where: { id },
      // What a sender says of the age makes no difference: the last one claims to be the oldest.
      data: { deferredSince: minutes(-i), lateSince: minutes(-i), appliedUntil: minutes(from + i) },
    });
  return snitches.map(({ id }) => id);
}

test("accounts take turns, then their cases, and reports of one case are applied in the order in which they came", async () => {
  const [one, other] = [await aUser(), await aUser()];
  const flood = await aLateCase(one.id, 4, 0);
  const second = await aLateCase(one.id, 1, 50);
  const late = await aLateCase(other.id, 2, 100);

  expect(await listLateSnitches(minutes(200))).toEqual([
    flood[0],
    late[0],
    second[0],
    late[1],
    flood[1],
    flood[2],
    flood[3],
  ]);
  expect(await nextLateReportAt(minutes(200))).toEqual(minutes(0));
});

test("a run ends when its time is over, and the next one goes on with anyone who has the turn then", async () => {
  const [one, other] = [await aUser(), await aUser()];
  await aLateCase(one.id, 5, 0);
  const late = await aLateCase(other.id, 1, 100);
  let ms = 0;
  const clock = () => (ms += 400);

  await applyLateReports(minutes(200), NEVER_LOST_MS, clock);

  const left = await listLateSnitches(minutes(200));
  expect(left).toHaveLength(3);
  expect(left).not.toContain(late[0]);
});

test("a snitch with a long history rests between two replays, and delays no one meanwhile", async () => {
  const [id = "", next = ""] = await aLateCase((await aUser()).id, 2, 0);
  noteReplay(id, 1_000, minutes(10));
  expect(await listLateSnitches(minutes(10))).toEqual([id, next]);
  noteReplay(id, 1_001, minutes(10));

  expect(await listLateSnitches(minutes(10))).toEqual([next]);
  await applyLateReports(minutes(10), NEVER_LOST_MS);
  expect(await nextLateReportAt(minutes(10))).toEqual(minutes(10.5));
  expect(await listLateSnitches(minutes(10.5))).toEqual([id]);
  expect(await nextLateReportAt(minutes(10.5))).toEqual(minutes(0));
});
