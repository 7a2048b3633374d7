import { expectAccessible } from "./accessibility";
import { ApiClient } from "./api-client";
import { test as base, expect } from "./fixtures";

const test = base.extend<{ api: ApiClient }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs off this pattern.
  api: async ({}, use) => {
    const api = new ApiClient();
    await api.open();
    await use(api);
    await api.close();
  },
});

const JSON_TYPE = "application/json; charset=utf-8";

test("an API client creates, changes, pauses and deletes a snitch", async ({ api, request }) => {
  const created = await api.sendJson("POST", "/v1/snitches/", {
    name: "Nightly backup",
    type: { interval: "daily" },
    tags: ["two three"],
  });
  const { token, created_at, check_in_url } = created.body as Record<string, string>;
  const path = `/v1/snitches/${token}`;
  const shown = {
    token,
    href: path,
    name: "Nightly backup",
    tags: ["two three"],
    notes: "",
    status: "pending",
    created_at,
    check_in_url,
    checked_in_at: null,
    type: { interval: "daily" },
    interval: "daily",
    alert_type: "basic",
    alert_email: [],
  };
  expect(created).toEqual({ status: 200, body: shown });
  expect(await api.sendJson("GET", path)).toEqual({ status: 200, body: shown });
  expect(await api.sendJson("GET", "/v1/snitches/?tags=two+three")).toEqual({ status: 200, body: [shown] });
  expect(await api.sendJson("GET", "/v1/snitches?tags=none")).toEqual({ status: 200, body: [] });

  const renamed = { ...shown, name: "Renamed" };
  expect(await api.sendJson("PATCH", path, { name: "Renamed" })).toEqual({ status: 200, body: renamed });
  expect(await api.sendJson("POST", `${path}/tags`, ["x+y"])).toEqual({
    status: 200,
    body: ["two three", "x+y"],
  });
  expect(await api.sendJson("DELETE", `${path}/tags/two+three`)).toEqual({ status: 200, body: ["x+y"] });
  expect(await api.sendJson("DELETE", `${path}/tags/x+y`)).toEqual({ status: 200, body: [] });

  expect((await request.get(check_in_url ?? "")).status()).toBe(202);
  expect(await api.sendJson("POST", `${path}/pause`)).toEqual({ status: 204, body: "" });
  expect((await api.sendJson("GET", path)).body).toMatchObject({ status: "paused" });
  expect(await api.sendJson("POST", `${path}/unpause`)).toEqual({ status: 204, body: "" });
  expect((await api.sendJson("GET", path)).body).toMatchObject({ status: "healthy", tags: [] });
  expect(await api.sendJson("DELETE", path)).toEqual({ status: 204, body: "" });
  expect(await api.sendJson("GET", path)).toEqual({
    status: 404,
    body: { type: "resource_not_found", error: "No such snitch." },
  });
});

for (const [method, path, status] of [
  ["GET", "/v1", 404],
  ["GET", "/v1/snitches/%ZZ", 404],
  ["GET", "/v1/snitches/%ff%00", 404],
  ["GET", "/v1/%C0%80?tags=%ZZ", 404],
  ["GET", "/v1/snitches/a/b/c/d/e", 404],
  ["POST", "/v1/snitches//pause", 404],
  ["PUT", "//v1/snitches", 405],
  ["TRACE", "/v1/snitches", 405],
  ["PROPFIND", "/v1/snitches/", 405],
  ["GET", "/v1/snitches/a/pause", 405],
] as const) {
  test(`${method} ${path} is a ${status} in JSON`, async ({ api }) => {
    const response = await api.send({ method, path });

    expect(response.status).toBe(status);
    expect(response.headers["content-type"]).toBe(JSON_TYPE);
    expect(Boolean(response.headers.allow)).toBe(status === 405);
    expect(JSON.parse(response.body)).toMatchObject({ type: expect.any(String), error: expect.any(String) });
  });
}

const ABSURD = {
  "Content-Type": ["", ";", "multipart/form-data; boundary=x", "application/json; charset=utf-7"],
  "Next-Action": ["x", "%"],
  "Next-Router-State-Tree": ["%ZZ", "{"],
  "x-middleware-subrequest": ["middleware:middleware"],
  "x-now-route-matches": ["1=%ZZ"],
  "x-invoke-path": ["/%ZZ"],
  "X-Forwarded-Host": ["][", "a b"],
  "X-Forwarded-Proto": ["javascript"],
  Host: ["", "a b", "[::1", "%00"],
  Cookie: ["=%ZZ; __prerender_bypass=x", "x".repeat(4_000)],
  Range: ["bytes=9-1"],
  "Accept-Encoding": ["%"],
  Authorization: ["Basic", "Basic %%%", "Bearer x", `Basic ${"A".repeat(8_000)}`],
};

test("absurd headers never cause a 500", async ({ api }) => {
  for (const [name, values] of Object.entries(ABSURD)) {
    for (const value of values) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const body = method === "POST" ? "{}" : "";
        const { status } = await api.send({
          method,
          path: "/v1/snitches/x/tags",
          headers: { [name]: value },
          body,
        });
        expect(status, `${method} with ${name}: ${value}`).toBeLessThan(500);
      }
    }
  }
});

test("the API reference is served as a page and as OpenAPI", async ({ page, api }) => {
  await page.goto("/docs/api");
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  for (const title of ["Snitches", "Errors", "Plans", "Details and limits", "Describe this API"]) {
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Create a snitch" }).click();
  await expect(page).toHaveURL(/\/docs\/api\/snitches#createSnitch$/);
  await expect(page.getByRole("heading", { level: 2, name: "Create a snitch" })).toBeInViewport();
  await expectAccessible(page);

  const { status, body } = await api.send({
    method: "GET",
    path: "/v1/openapi.json",
    headers: { Authorization: "" },
  });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ openapi: "3.1.1", servers: [{ url: process.env.APP_URL }] });
});

test("an anchor of the previous reference, which was one page, leads to its page", async ({ page }) => {
  await page.goto("/docs/api#acknowledgeIncident");
  await expect(page).toHaveURL(/\/docs\/api\/incidents#acknowledgeIncident$/);
  await expect(
    page.getByRole("heading", { level: 2, name: "Acknowledge an incident", exact: true }),
  ).toBeInViewport();
  await page.goto("/docs/api#errors");
  await expect(page).toHaveURL(/\/docs\/api#errors$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an anchor of the previous reference leads to the link to its page", async ({ page }) => {
    await page.goto("/docs/api#acknowledgeIncident");
    const link = page.getByRole("link", { name: "Acknowledge an incident", exact: true });
    await expect(link).toBeInViewport();
    await link.click();
    await expect(
      page.getByRole("heading", { level: 2, name: "Acknowledge an incident", exact: true }),
    ).toBeInViewport();
  });
});
