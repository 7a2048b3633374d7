import { expect, test } from "vitest";
import { metrics } from "@/lib/metrics/registry";
import { aClient, send } from "@/lib/testing/requests";
import { routeOf } from "./trace";

test.each([
  ["/v1/snitches", "/v1/snitches"],
  ["/v1/snitches/", "/v1/snitches"],
  ["/v1/snitches/c2354d53d2", "/v1/snitches/:token"],
  ["/v1/snitches/c2354d53d2/pause", "/v1/snitches/:token/pause"],
  ["/v1/snitches/tags/tags", "/v1/snitches/:token/tags"],
  ["/v1/snitches/c2354d53d2/tags/a%2Fb", "/v1/snitches/:token/tags/:tag"],
  ["/v1/snitches/c2354d53d2/tags/tags", "/v1/snitches/:token/tags/:tag"],
  ["/v1/snitches/a/b/c/d", "other"],
  ["/v1/nothing", "other"],
])("a path is counted under its route, whatever its token: %s", (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test("every answer names its request: as a proxy in front does, or by an id of our own", async () => {
  const { key, get } = await aClient();
  const named = (id: string) => send("GET", "/v1/snitches", { key, headers: { "X-Request-Id": id } });

  expect((await named("proxy-1234.abc")).headers.get("X-Request-Id")).toBe("proxy-1234.abc");
  for (const odd of ["short", "x".repeat(65), "a b c d e f g h"])
    expect((await named(odd)).headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
  expect((await get("/v1/snitches")).headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
  expect((await send("GET", "/v1/nothing")).headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
});

test("requests are counted by route and status", async () => {
  metrics.apiRequests.reset();
  const { get } = await aClient();
  await get("/v1/snitches");
  await get("/v1/snitches/nobody");
  await get("/v1/snitches/nobody-else");
  await send("PUT", "/v1/snitches");

  const { values } = await metrics.apiRequests.get();
  expect(values.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
    { method: "GET", route: "/v1/snitches", status: 200, value: 1 },
    { method: "GET", route: "/v1/snitches/:token", status: 404, value: 2 },
    { method: "PUT", route: "/v1/snitches", status: 405, value: 1 },
  ]);
});
