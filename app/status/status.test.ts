import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { findAccess } from "@/lib/status-pages/directory";
import type { PresentedPage } from "@/lib/status-pages/present-page";
import { refuseContractViolation } from "@/testing/contract";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";
import * as logo from "./[slug]/[file]/route";
import { readPublicPage } from "./[slug]/operation";
import * as status from "./[slug]/route";

const ORIGIN = "http://localhost:3000";

type Visit = { headers?: Record<string, string>; peer?: string };

/** Opens a path below /status, as the web server does. */
function open(path: string, { headers = {}, peer = "203.0.113.7" }: Visit = {}): Promise<Response> {
  const url = new URL(`/status/${path}`, ORIGIN);
  const [slug = "", file] = url.pathname.slice("/status/".length).split("/");
  const request = new Request(url, { headers: { "x-tattle-peer": peer, ...headers } });
  return file
    ? logo.GET(request, { params: Promise.resolve({ slug, file }) })
    : status.GET(request, { params: Promise.resolve({ slug }) });
}

const enter = (slug: string, password: string, peer = "203.0.113.7") =>
  status.POST(
    new Request(`${ORIGIN}/status/${slug}`, {
      method: "POST",
      headers: { "x-tattle-peer": peer },
      body: new URLSearchParams({ password }),
    }),
    { params: Promise.resolve({ slug }) },
  );

let count = 0;

async function aPage(body: object = {}, given?: Awaited<ReturnType<typeof aClient>>) {
  const client = given ?? (await aClient());
  const slug = `status-${process.pid}-${count++}`;
  const response = await readResponse(
    client.post("/v1/pages", { slug, title: "Acme", visibility: "public", ...body }),
  );
  expect(response).toMatchObject({ status: 200 });
  const page = response.body as PresentedPage;
  const change = async (changes: object) =>
    (await readResponse(client.patch(`/v1/pages/${slug}`, changes))).body as PresentedPage;
  return { ...client, page, slug, change };
}

const fetchStatus = async (path: string, visit?: Visit) => (await open(path, visit)).status;

/** Another process may have read the list of pages just before: a change is there within two seconds, and not at once. */
const becomes = (path: string, code: number, visit?: Visit) =>
  eventually(async () => expect(await fetchStatus(path, visit)).toBe(code));

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

beforeEach(() => {
  vi.restoreAllMocks();
});

test("a page shows what was chosen: names, states, and how many of a tag are in order", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  const healthy = { caseId, status: "healthy" as const, deadline: new Date("2100-01-01"), tags: ["shops"] };
  await aSnitch(healthy);
  await aSnitch(healthy);
  await aSnitch({ caseId, status: "errored", tags: ["shops"], deadline: new Date("2100-01-01") });
  const { token } = await aSnitch(healthy);
  const groups = [
    {
      name: "Night",
      components: [
        { name: "Shops", tag: "shops" },
        { name: "Books", snitch: token },
      ],
    },
    { name: "Others", components: [{ name: "Supplier <1>" }] },
  ];
  const { slug } = await aPage({ groups, title: "A & B", language: "de", logo: PNG }, client);
  await becomes(slug, 200);
  const page = await (await open(slug)).text();
  expect(page).toContain('<html lang="de">');
  expect(page).toContain("<title>A &amp; B</title>");
  expect(page).toContain("Manche Jobs schlagen fehl: 3 von 4 pünktlich");
  expect(page).toContain("3 von 4");
  expect(page).toContain("Supplier &lt;1&gt;");
  expect(page.match(/<ol class="days"/g)).toHaveLength(2);
  const json = await open(`${slug}.json`);
  expect(json.headers.get("access-control-allow-origin")).toBe("*");
  await refuseContractViolation(readPublicPage, json.clone());
  expect(await json.json()).toEqual({
    title: "A & B",
    state: "failed",
    as_of: expect.stringMatching(/^\d{4}-.*Z$/),
    components: [
      { group: "Night", name: "Shops", state: "failed" },
      { group: "Night", name: "Books", state: "ok" },
      { group: "Others", name: "Supplier <1>", state: "ok" },
    ].map((component) => ({ ...component, id: expect.any(String), share_90d: null })),
    notices: [],
  });
  const image = await open(`${slug}/logo`);
  expect(image.headers.get("content-type")).toBe("image/png");
  expect((await open(`${slug}/logo-dark`)).status).toBe(404);
});

test("a page that is not there is a text as described", async () => {
  const absent = await open("no-page-here.json");
  expect([absent.status, absent.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
});

test("a page that did not change is a 304, and only what everyone may see is stored by caches", async () => {
  const [{ slug }, { slug: byLink, page }] = [await aPage(), await aPage({ visibility: "link" })];
  await becomes(byLink, 404);
  await becomes(slug, 200);
  const first = await open(slug);
  expect(first.headers.get("cache-control")).toBe("public, max-age=30");
  const etag = first.headers.get("etag") ?? "";
  const again = await open(slug, { headers: { "if-none-match": `"x", W/${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const own = await open(`${byLink}?key=${page.key}`);
  expect(own.headers.get("cache-control")).toBe("private, no-store");
  expect(own.headers.get("x-robots-tag")).toBe("noindex");
  // Nor does the ETag of a page reveal that there is one.
  const guess = await open(byLink, { headers: { "if-none-match": own.headers.get("etag") ?? "" } });
  expect(guess.status).toBe(404);
});

/** Everything that a response says, but its date. */
const readWhole = async (response: Response) =>
  JSON.stringify([response.status, [...response.headers], await response.text()]);

test("a page that is hidden, of a link, or for another network responds like one that does not exist", async () => {
  const hidden = await aPage({ visibility: "hidden" });
  const byLink = await aPage({ visibility: "link" });
  const inside = await aPage({ networks: ["10.0.0.0/8", "fd00::/8"] });
  const insideToo = await aPage({
    visibility: "password",
    password: "battery staple horse",
    networks: ["10.0.0.0/8"],
  });
  await becomes(insideToo.slug, 401, { peer: "10.9.8.7" });
  const none = await readWhole(await open("there-is-none"));
  for (const { slug, page } of [hidden, byLink, inside, insideToo])
    for (const suffix of [
      "",
      ".json",
      "/logo",
      "?key=",
      `?key=${"x".repeat(43)}`,
      "?key=%00",
      "?key=a&key=b",
    ])
      expect(await readWhole(await open(`${slug}${suffix}`)), `${page.visibility} ${suffix}`).toBe(none);
  expect(await fetchStatus(inside.slug, { peer: "10.1.2.3" })).toBe(200);
  expect(await fetchStatus(inside.slug, { peer: "::ffff:10.1.2.3" })).toBe(200);
  // What a page on the internet could make a browser inside ask for, it cannot read.
  const json = await open(`${inside.slug}.json`, { peer: "10.1.2.3" });
  expect([json.status, json.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  expect(await fetchStatus(inside.slug, { peer: "fd12::1" })).toBe(200);
  // No one says where they are by a header.
  expect(await fetchStatus(inside.slug, { headers: { "x-forwarded-for": "10.1.2.3" } })).toBe(404);
  expect((await enter(insideToo.slug, "battery staple horse")).status).toBe(404);
});

test("the key of a link opens page, JSON and logo, until it is replaced", async () => {
  const { slug, page, change } = await aPage({ visibility: "link", logo: PNG });
  const paths = (key: string | null | undefined) =>
    [slug, `${slug}.json`, `${slug}/logo`].map((path) => `${path}?key=${key}`);
  for (const path of paths(page.key)) await becomes(path, 200);
  const text = await (await open(`${slug}?key=${page.key}`)).text();
  expect(text).toContain(`/status/${slug}/logo?key=${page.key}`);
  const { key } = await change({ replace_key: true });
  for (const path of paths(page.key)) await becomes(path, 404);
  for (const path of paths(key)) expect(await fetchStatus(path)).toBe(200);
});

test("a password opens its page in one browser, and another password ends that", async () => {
  const { slug, change } = await aPage({ visibility: "password", password: "battery staple horse" });
  const other = await aPage({ visibility: "password", password: "battery staple horse" });
  await becomes(other.slug, 401);
  await becomes(slug, 401);
  const form = await (await open(slug)).text();
  expect(form).toContain('type="password"');
  expect(form).not.toContain("Acme");
  expect(await fetchStatus(`${slug}.json`)).toBe(404);
  const wrong = await enter(slug, "battery staple");
  expect([wrong.status, wrong.headers.get("set-cookie")]).toEqual([401, null]);
  const right = await enter(slug, "battery staple horse");
  expect([right.status, right.headers.get("location")]).toEqual([303, `/status/${slug}`]);
  const set = right.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/; Path=\/status; .*HttpOnly; SameSite=Lax/);
  const [cookie = ""] = set.split(";");
  const visit = { headers: { cookie: `theme=dark; ${cookie}` } };
  expect(await fetchStatus(slug, visit)).toBe(200);
  expect(await fetchStatus(`${slug}.json`, visit)).toBe(200);
  // It is that of this page only, under any name.
  const value = cookie.split("=")[1] ?? "";
  const forged = { headers: { cookie: `tattle-page-${other.slug}=${value}` } };
  expect(await fetchStatus(other.slug, forged)).toBe(401);
  await change({ password: "another staple horse" });
  await becomes(slug, 401, visit);
});

test("a network has ten attempts in a quarter of an hour, at each page", async () => {
  const { slug } = await aPage({ visibility: "password", password: "battery staple horse" });
  await becomes(slug, 401);
  const peer = `2001:db8:${count}:1::1`;
  for (let i = 0; i < 10; i++) expect((await enter(slug, `guess ${i}`, peer)).status).toBe(401);
  // Another address of the same network, with the right one.
  const late = await enter(slug, "battery staple horse", `2001:db8:${count}:1:ffff::2`);
  expect([late.status, late.headers.get("set-cookie")]).toEqual([429, null]);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(600);
  expect((await enter(slug, "battery staple horse", "198.51.100.1")).status).toBe(303);
});

test("five hundred readers, and as many who guess names, ask Postgres nothing", async () => {
  const { slug } = await aPage();
  await becomes(slug, 200);
  const query = vi.spyOn(pool, "query");
  const now = Date.now();
  const responses = await Promise.all(
    Array.from({ length: 500 }, (_, i) => [
      open(slug),
      open(`guess-${now}-${i}`),
      open(`${slug}.json`),
    ]).flat(),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1_000);
  // The list and the view may have become old meanwhile: once, not once for each.
  expect(query.mock.calls.length).toBeLessThan(20);
});

test("what changes is there for the next reader, and a revoked page no longer exists", async () => {
  const { slug, change, key } = await aPage();
  await becomes(slug, 200);
  await change({ title: "Renamed" });
  await eventually(async () => expect(await (await open(slug)).text()).toContain("Renamed"));
  await change({ visibility: "hidden" });
  await becomes(slug, 404);
  await change({ visibility: "public" });
  await becomes(slug, 200);
  expect((await send("DELETE", `/v1/pages/${slug}`, { key })).status).toBe(204);
  await becomes(slug, 404);
});

test("what another process closes is closed a second later, although no message of it came", async () => {
  const { slug } = await aPage();
  await becomes(slug, 200);
  const passwordId = randomUUID();
  const now = new Date();
  const becomesInDirectory = (access: object | null) => {
    now.setTime(now.getTime() + 1_000);
    return eventually(async () => {
      const found = await findAccess(slug, now);
      expect(found && { networks: found.networks, passwordId: found.passwordId }).toEqual(access);
    });
  };
  await db.page.updateMany({
    where: { slug },
    data: { networks: ["10.0.0.0/8"], passwordHash: "x", passwordId },
  });
  await becomesInDirectory({ networks: ["10.0.0.0/8"], passwordId });
  await db.page.updateMany({ where: { slug }, data: { visibility: "hidden" } });
  await becomesInDirectory(null);
});

test("links and images cannot run anything, and no address comes from the request", async () => {
  const { slug } = await aPage({
    description:
      "[a](javascript:alert(1)) [b](JaVaScript:alert(1)) [c](data:text/html,x) ![d](https://evil.example/x.png) <img src=x onerror=alert(1)> **bold** [ok](https://ok.example/?a=1&b=2)",
    footer: `${">".repeat(3_000)} <script>alert(1)</script>`,
    links: [{ name: "<b>", url: "https://x.example/'onmouseover='1" }],
  });
  await becomes(slug, 200);
  const text = await (
    await open(slug, { headers: { host: "evil.example", "x-forwarded-host": "evil.example" } })
  ).text();
  expect(text).not.toMatch(/<img|<script>|href="(?!https:\/\/(ok|x)\.example|\/status\/)|onmouseover='1/i);
  expect(text).toContain('<a href="https://ok.example/?a=1&amp;b=2" rel="nofollow noopener">ok</a>');
  expect(text).toContain("<strong>bold</strong>");
  expect(text).not.toMatch(/src="(https?:)?\/\/|evil\.example\/(?!x\.png\))/);
});

test("who read a page is noted once a minute at most", async () => {
  const before = Date.now();
  const { slug } = await aPage();
  await becomes(slug, 200);
  const share = () => db.share.findFirstOrThrow({ where: { page: { slug } } });
  const { lastReadAt } = await share();
  expect(lastReadAt?.getTime()).toBeGreaterThanOrEqual(before);
});
