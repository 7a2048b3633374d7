import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { previewPage } from "@/lib/status-pages/preview-page";
import { computePage } from "@/lib/status-pages/view/compute-page";
import { aCase, aSnitch } from "@/testing/factories";
import { aPage } from "@/testing/status-page";
import { readDraft } from "./draft-form";
import { impactField, pageField } from "./notices/form-fields";
import { formatRows } from "./pages/[slug]/component-rows";

const now = new Date();

async function setUp() {
  const { id: caseId } = await aCase();
  const page = await aPage(caseId);
  const preview = async (fields: Record<string, string>) =>
    previewPage(page.id, now, await readDraft(new URLSearchParams(fields), page.slug, now));
  return { caseId, page, preview };
}

test("a preview shows the content that is typed, with the states of its jobs, and saves nothing", async () => {
  const { caseId, page, preview } = await setUp();
  await aSnitch({ caseId, token: "0123456789abcdef", name: "Internal", status: "failed", tags: ["night"] });
  const [kept] = page.components;
  const fields = {
    title: "Acme’s nights",
    description: "Since **1990**.",
    groups: formatRows([
      { kind: "group", name: "Night" },
      { kind: "component", name: "Backup", snitch: "0123456789abcdef" },
      { kind: "component", name: "All of the night", tag: "night" },
      { kind: "component", name: "Renamed", id: kept?.id },
    ]),
  };
  const view = await computePage(page.id, now, await readDraft(new URLSearchParams(fields), page.slug, now));
  expect(view?.components).toMatchObject([
    { group: "Night", name: "Backup", state: "failed" },
    { name: "All of the night", state: "failed" },
    { name: "Renamed", id: kept?.id, state: "ok" },
  ]);
  const html = await preview(fields);
  for (const text of ["Acme’s nights", "<strong>1990</strong>", "Night", "All of the night", "Renamed"])
    expect(html).toContain(text);
  expect(html).not.toContain("Internal");
  expect(html).not.toContain("Payments");
  expect(await preview({ title: "Acme", description: "", groups: "" })).not.toContain("Backups");
  expect(await previewPage(page.id, now)).toContain("Payments");
  expect(await db.pageComponent.count({ where: { pageId: page.id } })).toBe(2);
});

test("a preview shows the look that is typed", async () => {
  const { preview } = await setUp();
  const look = { timezone: "Asia/Tokyo", accent: "#0a7f5a", footer: "Typed footer" };
  const html = await preview({ ...look, language: "de" });
  expect(html).toContain('lang="de"');
  expect(html).toContain("#0a7f5a");
  expect(html).toContain("Typed footer");
});

test("a preview shows a new notice with what it affects, on the pages that are chosen", async () => {
  const { page, preview } = await setUp();
  const notice = {
    kind: "incident",
    title: "Payments are late",
    text: "We are **looking**.",
    state: "identified",
    [impactField(page.slug, page.components[1]?.id ?? "")]: "major",
  };
  const html = await preview({ ...notice, [pageField(page.slug)]: "on" });
  expect(html).toContain("Payments are late");
  expect(html).toContain("<strong>looking</strong>");
  await expect(preview({ ...notice, title: "" })).rejects.toThrow();
  const other = await aPage(page.caseId);
  expect(await preview({ ...notice, [pageField(other.slug)]: "on" })).not.toContain("Payments are late");
  expect(await db.notice.count({ where: { caseId: page.caseId } })).toBe(0);
});

test("a draft with a snitch of another case has no preview, and one with an empty group or name has", async () => {
  const { preview } = await setUp();
  const { token } = await aSnitch();
  const content = (snitch: string, name: string) =>
    preview({
      title: "Acme",
      description: "",
      groups: formatRows([{ kind: "component", name, snitch }]),
    });
  await expect(content(token, "Theirs")).rejects.toMatchObject({
    validations: [{ message: `has an unknown snitch: ${token}` }],
  });
  expect(await content("", "")).not.toContain("Payments");
  const group = { kind: "group" as const, name: "Empty" };
  const html = await preview({ title: "Typed title", description: "", groups: formatRows([group]) });
  expect(html).toContain("Typed title");
});
