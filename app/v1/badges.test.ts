import { expect, test } from "vitest";
import { GET } from "@/app/badge/[file]/route";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { readBadge } from "@/lib/status-pages/read-badge";
import { eventually } from "@/testing/eventually";
import { aCase, aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";
import { aPage } from "@/testing/status-page";

type Badge = { id: string; svg: string; json: string };

const open = (url: string) => {
  const file = new URL(url).pathname.replace("/badge/", "");
  return GET(new Request(url), { params: Promise.resolve({ file }) });
};

const post = async (key: string, body: object) =>
  readResponse(send("POST", "/v1/badges", { key, body: { label: "Backups", ...body } }));

async function aBadge(key: string, body: object): Promise<Badge> {
  const { status, body: badge } = await post(key, body);
  expect(status).toBe(200);
  return badge as Badge;
}

const SECRETS = { name: "Secret <job>", notes: "n0tes", tags: ["internal"], token: "5ec4e7" };

test("a badge shows its label and the state, and nothing else of the case", async () => {
  const { key, theCase } = await aClient();
  await db.case.update({ where: { id: theCase.id }, data: { name: "Acme & Sons" } });
  await aSnitch({ ...SECRETS, caseId: theCase.id, status: "errored" });
  const subjects = ["case", "tag:internal", `snitch:${SECRETS.token}`];
  const badges = await Promise.all(subjects.map((subject) => aBadge(key, { subject, label: "A < B" })));

  for (const { id, svg, json } of badges) {
    expect([svg, json]).toEqual(["svg", "json"].map((format) => `${env.APP_URL}/badge/${id}.${format}`));
    const image = await open(svg);
    expect(image.headers.get("content-type")).toBe("image/svg+xml");
    const text = await image.text();
    expect(text).toContain("A &lt; B: errored");
    const endpoint = await (await open(json)).json();
    expect(endpoint).toEqual({
      schemaVersion: 1,
      label: "A < B",
      message: "errored",
      color: "red",
      isError: true,
      cacheSeconds: 300,
    });
    for (const secret of [...Object.values(SECRETS).flat(), "Acme", theCase.id])
      expect(text + JSON.stringify([...image.headers])).not.toContain(secret);
  }
  expect((await db.share.findFirstOrThrow({ where: { caseId: theCase.id } })).lastReadAt).not.toBeNull();
  expect(await readResponse(send("GET", "/v1/badges", { key }))).toMatchObject({
    status: 200,
    body: expect.arrayContaining(subjects.map((subject) => expect.objectContaining({ subject, days: 30 }))),
  });
});

test("shares, durations and last runs have words of their own", async () => {
  const { key, theCase } = await aClient();
  const { token } = await aSnitch({ caseId: theCase.id, checkedInAt: null });
  const message = async (shows: string) => {
    const { json } = await aBadge(key, { subject: `snitch:${token}`, shows, days: 7 });
    return (await (await open(json)).json()).message;
  };
  expect(await message("last_run")).toBe("never");
  expect(await message("share")).toBe("no data");
  expect(await message("duration")).toBe("no data");
});

test("a revoked badge, one of a deleted snitch, and what is none are not there", async () => {
  const { key, theCase } = await aClient();
  const { id: snitchId, token } = await aSnitch({ caseId: theCase.id });
  const [revoked, deleted] = [
    await aBadge(key, { subject: "case" }),
    await aBadge(key, { subject: `snitch:${token}` }),
  ];
  for (const status of [204, 404])
    expect((await send("DELETE", `/v1/badges/${revoked.id}`, { key })).status).toBe(status);
  await db.snitch.delete({ where: { id: snitchId } });
  for (const { svg, json } of [revoked, deleted])
    for (const url of [svg, json]) expect((await open(url)).status).toBe(404);
  for (const file of ["x.svg", "..%2f.svg", `${revoked.id}.png`, `${revoked.id.toUpperCase()}.svg`])
    expect((await open(`${env.APP_URL}/badge/${file}`)).status).toBe(404);
  const events = await db.auditEvent.findMany({
    where: { caseId: theCase.id, action: { startsWith: "share." } },
  });
  expect(events.map(({ action, resourceName }) => [action, resourceName]).sort()).toEqual([
    ["share.added", "Backups"],
    ["share.added", "Backups"],
    ["share.revoked", "Backups"],
  ]);
});

test("a badge that another process removed is gone a second later, although no message of it came", async () => {
  const { key } = await aClient();
  const { id } = await aBadge(key, { subject: "case" });
  const now = new Date();
  expect(await readBadge(id, now)).toMatchObject({ label: "Backups" });
  await db.share.delete({ where: { id } });
  const later = new Date(now.getTime() + 1_000);
  await eventually(async () => expect(await readBadge(id, later)).toBeNull());
});

const NOT_PUBLIC = [
  { visibility: "hidden" },
  { visibility: "link" },
  { visibility: "password", password: "watch the jobs" },
  { networks: ["10.0.0.0/8"] },
];

test.each(NOT_PUBLIC)(
  "a page with %j has no badge, and the badge that it had is not there until everybody may see it again",
  async (access) => {
    const { key, theCase, patch } = await aClient();
    const { slug } = await aPage(theCase.id);
    const { svg, json } = await aBadge(key, { subject: `page:${slug}` });
    const opens = (status: number) =>
      eventually(async () => {
        for (const url of [svg, json]) expect((await open(url)).status).toBe(status);
      });
    await opens(200);

    await patch(`/v1/pages/${slug}`, access);
    await opens(404);
    const message = "is not a public page of the case";
    for (const subject of [`page:${slug}`, "page:no-page"])
      expect(await post(key, { subject })).toMatchObject(refusal(["subject", message]));

    await patch(`/v1/pages/${slug}`, { visibility: "public", networks: [] });
    await opens(200);
  },
);

test("a badge of a page says what the page says, and names nothing of it", async () => {
  const { key, theCase, patch } = await aClient();
  const snitch = await aSnitch({ ...SECRETS, token: "5ec4e8", caseId: theCase.id, status: "errored" });
  // It is not on the page.
  await aSnitch({ caseId: theCase.id, status: "failed" });
  const page = await aPage(theCase.id, {
    title: "Acme & Sons",
    components: [{ name: "Night run", snitchId: snitch.id }, { name: "Supplier" }],
  });
  const { svg, json } = await aBadge(key, { subject: `page:${page.slug}`, label: "Backups" });
  const { json: share } = await aBadge(key, { subject: `page:${page.slug}`, shows: "share", days: 7 });
  await eventually(async () => expect((await open(json)).status).toBe(200));

  expect(await (await open(json)).json()).toMatchObject({
    label: "Backups",
    message: "failed",
    isError: true,
  });
  expect(await (await open(share)).json()).toMatchObject({ message: "no data" });
  const text = await (await open(svg)).text();
  for (const secret of [...Object.values(SECRETS).flat(), "Acme", "Night", page.slug, page.id, theCase.id])
    expect(text).not.toContain(secret);

  const next = `${page.slug}-2`;
  await patch(`/v1/pages/${page.slug}`, { slug: next });
  // Someone else takes the name: the badge stays with its page.
  const other = await aPage((await aCase()).id);
  await db.page.update({ where: { id: other.id }, data: { slug: page.slug } });
  const { body } = await readResponse(send("GET", "/v1/badges", { key }));
  expect((body as { subject: string }[]).map(({ subject }) => subject)).toEqual([
    `page:${next}`,
    `page:${next}`,
  ]);
  expect(await (await open(json)).json()).toMatchObject({ message: "failed" });
});

test("no one makes a badge of a page of others, and a badge goes with its page", async () => {
  const { key, theCase } = await aClient();
  const stranger = await aClient();
  const page = await aPage(theCase.id);
  expect((await post(stranger.key, { subject: `page:${page.slug}` })).status).toBe(422);
  const { id, svg } = await aBadge(key, { subject: `page:${page.slug}` });
  await eventually(async () => expect((await open(svg)).status).toBe(200));
  expect((await send("DELETE", `/v1/pages/${page.slug}`, { key })).status).toBe(204);
  expect(await db.share.count({ where: { id } })).toBe(0);
  await eventually(async () => expect((await open(svg)).status).toBe(404));
});

test("a version that knows no badges of pages shows no job for one, not the whole case", async () => {
  const { key, theCase } = await aClient();
  const { slug } = await aPage(theCase.id);
  const { id } = await aBadge(key, { subject: `page:${slug}` });
  const { settings } = await db.share.findUniqueOrThrow({ where: { id } });
  expect(settings).toMatchObject({ tag: "" });
  expect(
    (
      await readResponse(
        send("POST", "/v1/snitches", { key, body: { name: "A", interval: "daily", tags: [""] } }),
      )
    ).body,
  ).not.toMatchObject({ tags: [""] });
});
