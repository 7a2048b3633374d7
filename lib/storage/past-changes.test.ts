import { expect, test } from "vitest";
import { db, query } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { aSnitch } from "@/testing/factories";
import { countStatements } from "@/testing/statements";
import { notePastChanges } from "./past-changes";

const now = new Date("2026-03-11T05:30Z");

const listNoted = async (snitchId: string) =>
  (await db.pastChange.findMany({ where: { snitchId } })).map(({ from, until }) => [
    from.toISOString(),
    until.toISOString(),
  ]);

test("a change of a day that may be counted is noted, once for each snitch; one of a later day costs no statement", async () => {
  const [one, other] = [newId(), newId()];
  const at = (time: string, snitchId = one) => ({ snitchId, at: new Date(time) });
  const routine = [at("2026-03-11T05:30Z"), at("2026-03-11T00:00Z")];
  expect(await countStatements(() => notePastChanges(query, routine, now))).toBe(0);
  const isLastNight = at("2026-03-10T23:59:59.999Z");
  expect(
    await countStatements(() => notePastChanges(query, [isLastNight], new Date("2026-03-11T04:59Z"))),
  ).toBe(0);

  await notePastChanges(
    query,
    [...routine, at("2026-03-07T12:00Z"), at("2026-03-05T08:00Z"), at("2026-03-10T23:00Z", other)],
    now,
  );
  expect(await listNoted(one)).toEqual([["2026-03-05T08:00:00.000Z", "2026-03-07T12:00:00.000Z"]]);
  expect(await listNoted(other)).toHaveLength(1);
});

test("late reports are noted even if a process of the version before records or applies them", async () => {
  const { id } = await aSnitch();
  const late = new Date(Date.now() - 86_400_000);
  await query("UPDATE snitches SET late_since = $2, applied_until = now() WHERE id = $1", [id, late]);
  await query("UPDATE snitches SET late_since = NULL, applied_until = NULL WHERE id = $1", [id]);
  expect((await listNoted(id)).map(([from]) => from)).toEqual([late.toISOString(), late.toISOString()]);
  await query("UPDATE snitches SET checked_in_at = now() WHERE id = $1", [id]);
  expect(await listNoted(id)).toHaveLength(2);
});
