import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { applyText, planText } from "@/testing/configuration";
import { aCase, aSnitch } from "@/testing/factories";
import { exportCase } from "./export-case";
import { formatPath } from "./problem";

const tuesday = new Date("2026-03-10T00:00Z");

const entry = (key: string, more: object = {}) => ({ key, name: key, interval: "daily", ...more });
const aFile = (...snitches: object[]) => JSON.stringify({ version: 1, snitches });

/** Applies the file of the key that is narrowed to this tag. Returns the plan in words. */
const apply = async (caseId: string, tag: string, text: string) =>
  (await applyText(caseId, text, tuesday, { prunes: true, owner: { tags: [tag] } })).text;

/** The attributes of what is wrong in such a file. */
const listRefused = async (caseId: string, tag: string, text: string) =>
  (await planText(caseId, text, { owner: { tags: [tag] } })).problems.map(({ path }) => formatPath(path));

const listSnitches = (caseId: string) => db.snitch.findMany({ where: { caseId }, orderBy: { id: "asc" } });

test("the file of a narrowed key says nothing of the case, and nothing of snitches without its tags", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "Other team", tags: ["web"] });
  const ofTheCase = { settings: {}, escalation: [], channels: [], maintenance: [], pages: [], badges: [] };
  const refused = async (file: string) => listRefused(caseId, "payments", file);
  const mine = { tags: ["payments"] };

  expect(await refused(JSON.stringify({ version: 1, snitches: [], ...ofTheCase }))).toEqual(
    Object.keys(ofTheCase),
  );
  expect(await refused(aFile(entry("a"), entry("b", { tags: ["web"] }), entry("c", mine)))).toEqual([
    "snitches[0].tags",
    "snitches[1].tags",
  ]);
  expect(await refused(aFile(entry("a", { ...mine, channels: ["ops"] })))).toEqual(["snitches[0].channels"]);
  expect(await refused(aFile(entry("a", { ...mine, depends_on: ["other-team"] })))).toEqual([
    "snitches[0].depends_on",
  ]);
});

test("a snitch that lost the tags of its owner is not taken back by its key", async () => {
  const { id: caseId } = await aCase();
  const file = aFile(entry("job", { tags: ["a"] }));
  await apply(caseId, "a", file);
  await db.snitch.updateMany({ where: { caseId }, data: { tags: ["b"] } });

  expect(await listRefused(caseId, "a", file)).toEqual(["snitches[0].key"]);
});

test("the whole case has its file with the snitches of all owners, and applying it changes nothing", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "Job" });
  for (const tag of ["a", "A"]) await apply(caseId, tag, aFile(entry("job", { tags: [tag] })));

  const file = await exportCase(caseId, "json");

  expect(JSON.parse(file).snitches).toHaveLength(3);
  expect((await applyText(caseId, file, tuesday, { prunes: true })).text).toBe("Nothing to do.");
});

test("ten teams with ten keys and ten files of the same names do not touch each other’s", async () => {
  const { id: caseId } = await aCase();
  const tags = ["a", "A", "a b", "a-b", "a/b", "💥", "💣", "team", "team--x", "x".repeat(64)];
  const fileFor = (tag: string, interval = "daily") =>
    aFile(
      { ...entry("backup", { tags: [tag] }), interval },
      entry("report", { tags: [tag], depends_on: ["backup"] }),
    );

  for (const tag of tags)
    expect(await apply(caseId, tag, fileFor(tag))).toContain("2 to create, 0 unchanged.");
  const before = await listSnitches(caseId);
  expect(before).toHaveLength(20);
  for (const tag of tags) expect(await apply(caseId, tag, fileFor(tag))).toBe("Nothing to do.");
  expect(await apply(caseId, "a", fileFor("a", "hourly"))).toContain("1 to change, 1 unchanged.");
  expect(await apply(caseId, "A", aFile())).toContain("2 to remove, 0 unchanged.");

  const after = await listSnitches(caseId);
  const ofOthers = ({ tags }: { tags: string[] }) => !tags.includes("a") && !tags.includes("A");
  expect(after.filter(ofOthers)).toEqual(before.filter(ofOthers));
  expect(after.map(({ interval }) => interval).filter((each) => each === "hourly")).toHaveLength(1);
  expect(after).toHaveLength(18);
});
