import { expect, test } from "vitest";
import { metrics } from "@/lib/metrics/registry";
import { aClient, send } from "@/testing/requests";
import { toRoute } from "./trace";

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
])("the route of %s does not contain its token or tag", (path, route) => {
  expect(toRoute(path)).toBe(route);
});

test("every response has a request id: from the proxy if it is valid, else a new one", async () => {
  const { key, get } = await aClient();
  const sendWithId = (id: string) => send("GET", "/v1/snitches", { key, headers: { "X-Request-Id": id } });

  expect((await sendWithId("proxy-1234.abc")).headers.get("X-Request-Id")).toBe("proxy-1234.abc");
  for (const invalid of ["short", "x".repeat(65), "a b c d e f g h"])
    expect((await sendWithId(invalid)).headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
  expect((await get("/v1/snitches")).headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
  expect((await send("GET", "/v1/nothing")).headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
});

test("requests are counted by route and status", async () => {
  metrics.apiRequests.reset();
  const { get } = await aClient();
  await get("/v1/snitches");
  await get("/v1/snitches/unknown");
  await get("/v1/snitches/unknown-too");
  await send("PUT", "/v1/snitches");

  const { values } = await metrics.apiRequests.get();
  expect(values.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
    { method: "GET", route: "/v1/snitches", status: 200, value: 1 },
    { method: "GET", route: "/v1/snitches/:token", status: 404, value: 2 },
    { method: "PUT", route: "/v1/snitches", status: 405, value: 1 },
  ]);
});
