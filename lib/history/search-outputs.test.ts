import { expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { db, query } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { deleteOldTexts, indexTexts } from "@/lib/runs/outputs/index-texts";
import { requestCheckIn } from "@/testing/check-in-request";
import { aCase, aSnitch } from "@/testing/factories";
import { searchRuns } from "./search-outputs";

const ALL = { before: null, limit: 50 };

/** A run of the snitch that printed this. */
async function aRunThatPrinted(token: string, output: string) {
  const sent = { body: output, contentType: "text/plain" };
  expect(await requestCheckIn(`/${token}/1`, new Date(), sent)).toBe(202);
}

const countTexts = async (caseId: string) =>
  (await query<{ n: number }>("SELECT count(*)::int AS n FROM output_texts WHERE case_id = $1", [caseId]))[0]
    ?.n;

const listLines = async (caseId: string, search: string, scope = WHOLE_CASE) =>
  (await searchRuns(caseId, scope, { ...ALL, search })).map(({ snitch, line }) => [snitch.name, line]);

test("outputs are found by the beginnings of all words, in their own case alone, and only once they are indexed", async () => {
  const { id: caseId } = await aCase();
  const one = await aSnitch({ caseId, name: "one", tags: ["db"] });
  const other = await aSnitch({ caseId, name: "other" });
  const foreign = await aSnitch();
  await aRunThatPrinted(one.token, "start\npg_dump: No space left on device\nbye");
  await aRunThatPrinted(other.token, "disk is full");
  await aRunThatPrinted(foreign.token, `No space left case-${caseId}`);
  // A check-in itself writes nothing that is searched.
  expect(await countTexts(caseId)).toBe(0);

  await Promise.all([indexTexts(new Date()), indexTexts(new Date())]);
  await indexTexts(new Date());

  expect(await countTexts(caseId)).toBe(2);
  expect(await listLines(caseId, "SPACE dev")).toEqual([["one", "pg_dump: No space left on device"]]);
  expect(await listLines(caseId, "space full")).toEqual([]);
  expect(await listLines(caseId, "pace")).toEqual([]);
  expect((await listLines(caseId, "")).length).toBe(2);
  expect(await listLines(foreign.caseId, "space")).toHaveLength(1);
  const scope = { tags: ["web"], tokens: [other.token] };
  expect(await listLines(caseId, "", scope)).toEqual([["other", "disk is full"]]);
  expect(await listLines(caseId, "space", scope)).toEqual([]);
  expect(await listLines(caseId, "space", { tags: [], tokens: [] })).toEqual([]);
});

test("a deleted output, and one of 30 days ago, is no longer found", async () => {
  const { id: caseId } = await aCase();
  const [one, other] = [await aSnitch({ caseId }), await aSnitch({ caseId })];
  await aRunThatPrinted(one.token, "disk is full");
  await aRunThatPrinted(other.token, "disk is full");
  await indexTexts(new Date());

  await db.snitch.delete({ where: { id: one.id } });
  expect(await countTexts(caseId)).toBe(1);
  await deleteOldTexts(new Date(Date.now() + 29 * DAY_MS));
  expect(await countTexts(caseId)).toBe(1);
  await deleteOldTexts(new Date(Date.now() + 31 * DAY_MS));
  expect(await countTexts(caseId)).toBe(0);
  expect(await searchRuns(caseId, WHOLE_CASE, { ...ALL, search: "disk" })).toEqual([]);
});
