import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import type { PresentedPage } from "@/lib/status-pages/present-page";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

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
