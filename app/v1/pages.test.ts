import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { PresentedPage } from "@/lib/status-pages/present-page";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

/** One pixel. */
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

let count = 0;
const aSlug = () => `page-${process.pid}-${count++}`;

async function aPage(key: string, body: object): Promise<PresentedPage> {
  const response = await readResponse(
    send("POST", "/v1/pages", { key, body: { slug: aSlug(), title: "Acme", ...body } }),
  );
  expect(response).toMatchObject({ status: 200 });
  return response.body as PresentedPage;
}

const change = async (key: string, slug: string, body: object) =>
  readResponse(send("PATCH", `/v1/pages/${slug}`, { key, body }));

test("a page is created, shown, listed, changed and deleted, with an audit event for each change", async () => {
  const { key, theCase } = await aClient();
  const { token } = await aSnitch({ caseId: theCase.id, name: "Internal", tags: ["shops"] });
  const groups = [
    {
      name: "Backups",
      components: [
        { name: "Shop", snitch: token },
        { name: "All shops", tag: "shops" },
      ],
    },
    { name: "", components: [{ name: "Supplier" }] },
  ];
  const page = await aPage(key, { groups, logo: PNG, networks: ["10.1.2.3", "fd00::/8"] });
  expect(page).toMatchObject({
    url: `${env.APP_URL}/status/${page.slug}`,
    visibility: "hidden",
    language: "en",
    timezone: "UTC",
    logo: PNG,
    networks: ["10.1.2.3/32", "fd00::/8"],
    key: null,
    groups,
  });
  expect(await readResponse(send("GET", `/v1/pages/${page.slug}`, { key }))).toMatchObject({ body: page });
  expect(await readResponse(send("GET", "/v1/pages", { key }))).toMatchObject({ body: [page] });
  expect(await change(key, page.slug, { title: "Acme GmbH", language: "de" })).toMatchObject({
    status: 200,
    body: { ...page, title: "Acme GmbH", language: "de" },
  });
  expect((await send("DELETE", `/v1/pages/${page.slug}`, { key })).status).toBe(204);
  expect((await send("GET", `/v1/pages/${page.slug}`, { key })).status).toBe(404);
  const events = await db.auditEvent.findMany({
    where: { caseId: theCase.id, action: { startsWith: "share." } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action, facts }) => [action, facts])).toEqual([
    ["share.added", { page: page.slug, visibility: "hidden" }],
    ["share.changed", { title: { from: "Acme", to: "Acme GmbH" }, language: { from: "en", to: "de" } }],
    ["share.revoked", {}],
  ]);
});

test("the id of a component stays while it is in the list, whatever its place, group and name", async () => {
  const { key, theCase } = await aClient();
  const { token } = await aSnitch({ caseId: theCase.id, tags: ["db"] });
  const components = [{ name: "One", snitch: token }, { name: "Two", tag: "db" }, { name: "Three" }];
  const page = await aPage(key, { groups: [{ components }] });
  const [one, two, three] = page.groups[0]?.components ?? [];
  const next = [
    {
      name: "A",
      components: [
        { name: "3", id: three?.id },
        { name: "Two, too", tag: "db" },
      ],
    },
    { name: "B", components: [{ name: "Three" }, { name: "1", snitch: token }] },
  ];
  const { body } = await change(key, page.slug, { groups: next });
  const [first, second] = (body as PresentedPage).groups;
  expect(first?.components.map(({ id }) => id)).toEqual([three?.id, two?.id]);
  expect(second?.components[1]?.id).toBe(one?.id);
  expect(second?.components[0]?.id).not.toBe(three?.id);
  // An id of another page is not an id of this one.
  const other = await aPage(key, { groups: [{ components: [{ name: "X", id: one?.id }] }] });
  expect(other.groups[0]?.components[0]?.id).not.toBe(one?.id);
});

test("a component goes with its snitch", async () => {
  const { key, theCase } = await aClient();
  const { id, token } = await aSnitch({ caseId: theCase.id });
  const page = await aPage(key, {
    groups: [{ components: [{ name: "One", snitch: token }, { name: "Two" }] }],
  });
  await db.snitch.delete({ where: { id } });
  expect(await readResponse(send("GET", `/v1/pages/${page.slug}`, { key }))).toMatchObject({
    body: { groups: [{ components: [{ name: "Two" }] }] },
  });
});

test("only keys that may change see the key of a link, which can be replaced; no response has a password", async () => {
  const { key, theCase } = await aClient();
  const reader = await createApiKey(theCase.id, { name: "Reader", access: "read" }, ACTOR);
  const page = await aPage(key, { visibility: "link", password: "battery staple horse" });
  expect(page.key).toMatch(/^[\w-]{43}$/);
  const seen = await readResponse(send("GET", `/v1/pages/${page.slug}`, { key: reader.key }));
  expect(seen).toMatchObject({ status: 200, body: { visibility: "link" } });
  expect(JSON.stringify([seen.body, page])).not.toMatch(/battery|argon/);
  expect(seen.body).not.toHaveProperty("key");
  expect((await db.page.findFirstOrThrow({ where: { slug: page.slug } })).key).not.toContain(page.key);
  const { body } = await change(key, page.slug, { replace_key: true });
  expect((body as PresentedPage).key).toMatch(/^[\w-]{43}$/);
  expect((body as PresentedPage).key).not.toBe(page.key);
});

const SVG = `data:image/svg+xml;base64,${Buffer.from("<svg onload='alert(1)'/>").toString("base64")}`;
const HTML_AS_PNG = `data:image/png;base64,${Buffer.from("<script>alert(1)</script>").toString("base64")}`;
const LARGE = `data:image/png;base64,${Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(200_000)]).toString("base64")}`;
const NOT_A_LOGO = "must be a data URL of a PNG, JPEG, WebP or GIF image";
const of = (component: object) => ({ groups: [{ components: [{ name: "X", ...component }] }] });

test.each<[object, string, string]>([
  [{ slug: "api" }, "slug", "is reserved"],
  [{ logo: SVG }, "logo", NOT_A_LOGO],
  [{ logo: HTML_AS_PNG }, "logo", NOT_A_LOGO],
  [{ logo: LARGE }, "logo", "is too large (maximum is 200 kB)"],
  [{ groups: [{ components: [] }] }, "groups", "must have components in each group"],
  [of({ snitch: "foreign-token" }), "groups", "has an unknown snitch: foreign-token"],
  [of({ tag: "foreign-tag" }), "groups", "has an unknown tag: foreign-tag"],
])("%.60j is refused", async (body, attribute, message) => {
  const { key } = await aClient();
  const other = await aCase();
  await aSnitch({ caseId: other.id, tags: ["foreign-tag"] });
  expect(
    await readResponse(send("POST", "/v1/pages", { key, body: { slug: aSlug(), title: "Acme", ...body } })),
  ).toMatchObject(refusal([attribute, message]));
});

test("no one learns the slug of a hidden page of another case, and two cases may prepare one of the same slug", async () => {
  const [one, other] = [await aClient(), await aClient()];
  const slug = aSlug();
  const hidden = { slug, title: "Acme", visibility: "hidden" };
  for (const { key } of [one, other])
    expect((await send("POST", "/v1/pages", { key, body: hidden })).status).toBe(200);
  expect((await send("POST", "/v1/pages", { key: one.key, body: hidden })).status).toBe(422);

  const publish = ({ key }: typeof one) => change(key, slug, { visibility: "public" });
  const results = await Promise.all([publish(one), publish(other)]);
  const [first, second] = results[0]?.status === 200 ? [one, other] : [other, one];
  expect(results.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await publish(second)).toMatchObject(refusal(["slug", "is taken"]));
  await change(first.key, slug, { visibility: "hidden" });
  expect(await publish(second)).toMatchObject({ status: 200 });
});

test("a slug is published once in the installation, also if two want it at once", async () => {
  const [one, other] = [await aClient(), await aClient()];
  const slug = aSlug();
  const post = (key: string) =>
    send("POST", "/v1/pages", { key, body: { slug, title: "Acme", visibility: "public" } });
  const statuses = (await Promise.all([post(one.key), post(other.key)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 422]);
  const mine = await aPage(one.key, {});
  expect(await change(one.key, mine.slug, { slug: mine.slug })).toMatchObject({ status: 200 });
  expect(await change(one.key, mine.slug, { slug })).toMatchObject(refusal(["slug", "is taken"]));
});
