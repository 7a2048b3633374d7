import { expect, test } from "vitest";
import { renderEmails } from "@/lib/emails/render";
import { db } from "@/lib/platform/db";
import { ACTOR, aCase, aMember, aSnitch } from "@/testing/factories";
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

test("admins hear of it once an hour, but not who deleted it, and not of a page that no one sees", async () => {
  const { id: caseId } = await aCase();
  const admin = await aMember({ caseId, role: "admin" });
  const owner = await aMember({ caseId, role: "owner" });
  await aMember({ caseId, role: "member" });
  const by = { ...ACTOR, id: owner.id };
  const remove = async (visibility: string) => {
    const snitch = await aSnitch({ caseId });
    const { id } = await aPage(caseId, { components: [{ name: "Night run", snitchId: snitch.id }] });
    await db.page.update({ where: { id }, data: { visibility } });
    await removeSnitch(caseId, snitch.token, by);
    return db.email.findMany({ where: { caseId, kind: "page_components_removed" } });
  };
  expect(await remove("hidden")).toEqual([]);
  const [email, ...others] = await remove("public");
  expect(others).toEqual([]);
  expect(email?.address).toBe(admin.email);
  const [mail] = await renderEmails([email?.id ?? ""]);
  expect(mail?.subject).toBe("Components removed from Acme");
  expect(mail?.text).toMatch(
    /1 component removed from a status page.*somebody@example.com deleted.*Acme +Night run/s,
  );
  expect(await remove("public")).toHaveLength(1);
});
