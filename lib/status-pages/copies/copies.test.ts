import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { db } from "@/lib/platform/db";
import { addBadge } from "@/lib/status-pages/add-badge";
import { publishPageChange } from "@/lib/status-pages/announce";
import { newBadge } from "@/lib/status-pages/badge-input";
import { revokeShare } from "@/lib/status-pages/revoke";
import { eventually } from "@/testing/eventually";
import { ACTOR, aCase } from "@/testing/factories";
import { aPage } from "@/testing/status-page";
import { copyPages } from "./copy-pages";
import { writeCopies } from "./write-copies";

const now = new Date("2026-03-10T12:00Z");

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "pages-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a copy is whole: page, JSON and feed, which say when the next one is due and load nothing", async () => {
  const folder = await aFolder();
  const { id: caseId } = await aCase();
  const { slug } = await aPage(caseId, { title: "Acme <1>" });
  await writeCopies(folder, now);
  expect((await readdir(path.join(folder, slug))).sort()).toEqual([
    ".tattle-page",
    "badge",
    "feed.atom",
    "index.html",
    "page.json",
  ]);
  const read = (name: string) => readFile(path.join(folder, slug, name), "utf8");
  expect(JSON.parse(await read("page.json"))).toMatchObject({
    title: "Acme <1>",
    generated_at: "2026-03-10T12:00:00.000Z",
    next_by: "2026-03-10T12:15:00.000Z",
  });
  const page = await read("index.html");
  expect(page).toContain("Acme &lt;1&gt;");
  expect(page).toContain('content="2026-03-10T12:15:00.000Z"');
  expect(page).not.toMatch(/<link|<script src|<form|src="(?!data:)/);
});

test("the badges of a page are next to it, until they are revoked", async () => {
  const folder = await aFolder();
  const { id: caseId } = await aCase();
  const { slug } = await aPage(caseId);
  const add = (label: string, subject: string) => addBadge(caseId, newBadge.parse({ label, subject }), ACTOR);
  const [id, gone] = [await add("Jobs", `page:${slug}`), await add("Gone", `page:${slug}`)];
  await add("Inside", "case");
  const badges = path.join(folder, slug, "badge");
  await writeCopies(folder, now);
  expect((await readdir(badges)).sort()).toEqual(
    [id, gone].flatMap((each) => [`${each}.json`, `${each}.svg`]).sort(),
  );
  expect(JSON.parse(await readFile(path.join(badges, `${id}.json`), "utf8"))).toMatchObject({
    schemaVersion: 1,
    label: "Jobs",
    message: "ok",
  });
  expect(await readFile(path.join(badges, `${id}.svg`), "utf8")).toContain("Jobs: ok");
  await revokeShare(caseId, "badge", gone, ACTOR);
  await writeCopies(folder, now);
  expect((await readdir(badges)).sort()).toEqual([`${id}.json`, `${id}.svg`]);
});

test("only what everyone may see is copied, and what is not ours stays in the folder", async () => {
  const folder = await aFolder();
  const { id: caseId } = await aCase();
  const page = await aPage(caseId);
  const inside = await aPage(caseId);
  await db.page.update({ where: { id: inside.id }, data: { networks: ["10.0.0.0/8"] } });
  await mkdir(path.join(folder, "other"));
  await writeFile(path.join(folder, "robots.txt"), "");
  await writeCopies(folder, now);
  const names = await readdir(folder);
  expect(names).toEqual(expect.arrayContaining([page.slug, "other", "robots.txt"]));
  expect(names).not.toContain(inside.slug);
  await db.page.update({ where: { id: page.id }, data: { visibility: "hidden" } });
  await writeCopies(folder, now);
  expect(await readdir(folder)).not.toContain(page.slug);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(["other", "robots.txt"]));
});

test("a page that is revoked loses its copy without waiting for the next time", async () => {
  const folder = await aFolder();
  const { id: caseId } = await aCase();
  const { id, slug } = await aPage(caseId);
  const stop = copyPages(folder);
  try {
    await eventually(async () => expect(await readdir(folder)).toContain(slug));
    await db.share.delete({ where: { id } });
    publishPageChange(caseId);
    await eventually(async () => expect(await readdir(folder)).not.toContain(slug));
  } finally {
    await stop();
  }
});
