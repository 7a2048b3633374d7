import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aMember } from "@/testing/factories";
import { listSavedViews, removeView, renameView, saveView } from "./saved-views";

async function twoMembers() {
  const { id: caseId } = await aCase();
  const [ada, bob] = [await aMember({ caseId }), await aMember({ caseId })];
  return { caseId, ada: ada.id, bob: bob.id };
}

const listNames = async (caseId: string, userId: string) =>
  (await listSavedViews(caseId, userId)).map(({ name, query }) => `${name}: ${query}`);

test("views belong to one person in one case", async () => {
  const { caseId, ada, bob } = await twoMembers();
  const other = await twoMembers();
  await saveView(caseId, ada, { name: "Night", query: "tag=night" });

  expect(await listNames(caseId, ada)).toEqual(["Night: tag=night"]);
  expect(await listNames(caseId, bob)).toEqual([]);
  expect(await listNames(other.caseId, other.ada)).toEqual([]);
});

test("saving a view under a name that exists replaces its query", async () => {
  const { caseId, ada } = await twoMembers();
  await saveView(caseId, ada, { name: "Night", query: "tag=night" });
  await saveView(caseId, ada, { name: "Night", query: "tag=nights" });

  expect(await listNames(caseId, ada)).toEqual(["Night: tag=nights"]);
});

test("a view is renamed and deleted by its owner alone", async () => {
  const { caseId, ada, bob } = await twoMembers();
  await saveView(caseId, ada, { name: "Night", query: "tag=night" });
  await saveView(caseId, ada, { name: "Day", query: "tag=day" });
  const [{ id = "" } = {}] = await listSavedViews(caseId, ada);

  await expect(renameView(caseId, bob, id, "Mine")).rejects.toThrow("No such view.");
  await removeView(caseId, bob, id);
  await expect(renameView(caseId, ada, id, "Day")).rejects.toMatchObject({
    validations: [{ attribute: "name", message: "is the name of another view" }],
  });
  await renameView(caseId, ada, id, "Nights");
  expect(await listNames(caseId, ada)).toEqual(["Nights: tag=night", "Day: tag=day"]);
  await removeView(caseId, ada, id);
  await removeView(caseId, ada, id);
  expect(await listNames(caseId, ada)).toEqual(["Day: tag=day"]);
});

test("a person has up to 30 views in a case, and can still replace one then", async () => {
  const { caseId, ada } = await twoMembers();
  for (let i = 0; i < 30; i++) await saveView(caseId, ada, { name: `View ${i}`, query: "q=a" });

  await expect(saveView(caseId, ada, { name: "One more", query: "q=b" })).rejects.toThrow(
    "You have 30 views here. Delete one first.",
  );
  await saveView(caseId, ada, { name: "View 7", query: "q=b" });
  expect(await listNames(caseId, ada)).toContain("View 7: q=b");
});

test("the views of a person who leaves the case are deleted", async () => {
  const { caseId, ada, bob } = await twoMembers();
  await saveView(caseId, bob, { name: "Night", query: "tag=night" });

  await db.member.delete({ where: { caseId_userId: { caseId, userId: bob } } });

  expect(await db.savedView.count({ where: { caseId } })).toBe(0);
  expect(await db.member.count({ where: { userId: ada } })).toBe(1);
});
