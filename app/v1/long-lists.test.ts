import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { presentAll } from "@/lib/snitches/present-all";
import { manySnitches } from "@/testing/factories";
import { aClient } from "@/testing/requests";

test("a list of many snitches is whole, byte for byte", async () => {
  const { theCase, get } = await aClient();
  for (const tags of [["a"], ["b"], ["a", "b"]]) await manySnitches(90, { caseId: theCase.id, tags });
  const all = await db.snitch.findMany({ where: { caseId: theCase.id }, orderBy: { id: "asc" } });

  const response = await get("/v1/snitches");

  expect(await response.text()).toBe(
    JSON.stringify(await presentAll(all, { scope: null, access: "full" }, new Date())),
  );
  expect(await (await get("/v1/snitches?tags=a")).json()).toHaveLength(180);
});
