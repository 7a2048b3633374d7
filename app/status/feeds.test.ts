import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { addNotice } from "@/lib/status-pages/notices/add";
import { newNotice } from "@/lib/status-pages/notices/input";
import { eventually } from "@/testing/eventually";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { aPage } from "@/testing/status-page";
import * as statuspage from "./[slug]/api/v2/[file]/route";
import * as feed from "./[slug]/feed.atom/route";
import * as status from "./[slug]/route";

/** Opens a path below the page, as a reader on the internet does. */
function open(slug: string, path: string, query = ""): Promise<Response> {
  const headers = { "x-tattle-peer": "203.0.113.7" };
  const request = new Request(`http://localhost:3000/status/${slug}${path}${query}`, { headers });
  const [, file] = /^\/api\/v2\/(.+)$/.exec(path) ?? [];
  if (file) return statuspage.GET(request, { params: Promise.resolve({ slug, file }) });
  const params = Promise.resolve({ slug: slug + (path.startsWith(".") ? path : "") });
  return (path === "/feed.atom" ? feed : status).GET(request, { params });
}

const FILES = ["/feed.atom", "/api/v2/status.json", "/api/v2/summary.json"];
const SECRETS = { name: "Secret <job>", notes: "n0tes", tags: ["internal"], token: "5ec4e7f33d" };

/** A page with a notice that a member wrote about a job that failed. */
async function aPageWithNotice(visibility = "public") {
  const { id: caseId } = await aCase({ name: "Secret case" });
  const snitch = await aSnitch({ ...SECRETS, token: `${SECRETS.token}${caseId.slice(-6)}`, caseId });
  const incident = await anIncident({ snitch });
  const page = await aPage(caseId, { title: "Acme & Söhne" });
  await db.page.update({
    where: { id: page.id },
    data: { visibility, key: visibility === "link" ? encrypt("k3y") : null },
  });
  const input = {
    pages: [page.slug],
    kind: "incident",
    title: "Late </title><script>alert(1)</script>",
    text: "See [here](javascript:alert(1)), [there](https://example.com) <img src=x onerror=alert(2)>",
    affected: [{ component: page.components[0]?.id, impact: "major" }],
    incidents: [incident.id],
  };
  const noticeId = await addNotice(caseId, newNotice.parse(input), new Date(), ACTOR);
  const query = visibility === "link" ? "?key=k3y" : "";
  await eventually(async () => expect((await open(page.slug, "/feed.atom", query)).status).toBe(200));
  const secrets = [
    ...Object.values(SECRETS).flat(),
    "Secret case",
    caseId,
    page.id,
    snitch.id,
    incident.id,
    ACTOR.name,
  ];
  return { page, noticeId, query, secrets };
}

test("page, JSON, feed and Statuspage’s files show a notice, run nothing that it says, and name nothing of the case", async () => {
  const { page, noticeId, secrets } = await aPageWithNotice();
  const texts = new Map<string, string>();
  for (const path of ["", ".json", ...FILES]) {
    const response = await open(page.slug, path);
    expect([path, response.status]).toEqual([path, 200]);
    const text = await response.text();
    texts.set(path, text);
    for (const secret of secrets) expect(text + JSON.stringify([...response.headers])).not.toContain(secret);
    if (path !== "/api/v2/status.json") expect(text).toContain(noticeId);
    // It is text in JSON, escaped twice in the feed, and escaped in the page.
    if (path === "" || path === "/feed.atom") {
      expect(text).not.toMatch(/<script>|<img src=x|href=["']?javascript|href=&quot;javascript/i);
      expect(text).toContain("https://example.com");
    }
  }
  expect(JSON.parse(texts.get(".json") ?? "")).toMatchObject({
    state: "failed",
    notices: [{ id: noticeId, kind: "incident", state: "investigating", updates: [{ state: null }] }],
  });
  expect(JSON.parse(texts.get("/api/v2/status.json") ?? "")).toMatchObject({
    status: { indicator: "major" },
  });
  for (const file of ["incidents.json", "components.json"])
    expect((await open(page.slug, `/api/v2/${file}`)).status).toBe(404);
});

test("feeds of a page that its link opens need the key, and other sites read only what is public", async () => {
  const open_ = await aPageWithNotice();
  const { page, query } = await aPageWithNotice("link");
  for (const path of FILES) {
    for (const wrong of ["", "?key=", "?key=k3z"])
      expect((await open(page.slug, path, wrong)).status).toBe(404);
    const response = await open(page.slug, path, query);
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).not.toContain("k3y");
    expect((await open(open_.page.slug, path)).headers.get("access-control-allow-origin")).toBe("*");
  }
});
