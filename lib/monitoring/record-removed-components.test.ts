import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { aPage } from "@/testing/status-page";
import { removeSnitch } from "./remove";

test("when a snitch is deleted, the audit log says which components went from which pages", async () => {
  const { id: caseId } = await aCase();
  const [gone, other] = [await aSnitch({ caseId, tags: ["db"] }), await aSnitch({ caseId })];
  const page = await aPage(caseId, {
    title: "Acme",
    components: [
      { name: "Night run", snitchId: gone.id },
      { name: "Day run", snitchId: other.id },
      { name: "All", tag: "db" },
      { name: "Again", snitchId: gone.id },
    ],
  });
  await aPage(caseId, { components: [{ name: "Day run", snitchId: other.id }] });

  await removeSnitch(caseId, gone.token, ACTOR);
  const changes = () =>
    db.auditEvent.findMany({
      where: { caseId, action: "share.changed" },
      select: { resourceId: true, resourceName: true, actorName: true, facts: true },
    });
  const change = {
    resourceId: page.id,
    resourceName: "Acme",
    actorName: ACTOR.name,
    facts: { removed: ["Night run", "Again"] },
  };
  expect(await changes()).toEqual([change]);
  const left = await db.pageComponent.findMany({ where: { pageId: page.id }, orderBy: { position: "asc" } });
  expect(left.map(({ name }) => name)).toEqual(["Day run", "All"]);

  // One that is on no page changes none.
  const { token } = await aSnitch({ caseId });
  await removeSnitch(caseId, token, ACTOR);
  expect(await changes()).toEqual([change]);
});
