import { test as base, expect } from "@playwright/test";
import { ApiClient } from "./api-client";
import { sendRaw } from "./raw-request";

const test = base.extend<{ api: ApiClient }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs off this pattern.
  api: async ({}, use) => {
    const api = new ApiClient();
    await api.open();
    await use(api);
    await api.close();
  },
});

/** The two servers that take check-ins, each with the part of its paths before the token. */
const SERVERS = [
  { name: "the check-in server", url: () => process.env.CHECK_IN_URL ?? "", prefix: "" },
  { name: "the web server", url: () => process.env.APP_URL ?? "", prefix: "/c" },
];

const PLAIN = "Content-Type: text/plain";
const CHECK_INS: [what: string, bytes: string, message: string][] = [
  ["no host", "GET PATH?m=done HTTP/1.1\r\nConnection: close\r\n\r\n", "done"],
  ["raw characters", "GET PATH?m=größe klein HTTP/1.1\r\nHost: x\r\n\r\n", "größe klein"],
  ["stray bytes", `POST PATH HTTP/1.1\r\nHost: x\r\n${PLAIN}\r\nContent-Length: 4\r\n\r\ndoneé`, "done"],
];

for (const { name, url, prefix } of SERVERS) {
  for (const [what, bytes, message] of CHECK_INS) {
    test(`${name} accepts a check-in with ${what}`, async ({ api }) => {
      const created = await api.sendJson("POST", "/v1/snitches", { name: "Raw", interval: "daily" });
      const { token = "" } = created.body as Record<string, string>;

      const response = await sendRaw(url(), bytes.replace("PATH", `${prefix}/${token}`));

      expect(response).toMatch(/^HTTP\/1.1 202 .*Connection: close/is);
      expect(await api.listMessages(token)).toEqual([message]);
    });
  }
}

test("the API reads addresses with raw characters and extra slashes", async ({ api }) => {
  const created = await api.sendJson("POST", "/v1//snitches", {
    name: "Raw",
    interval: "daily",
    tags: ["größe klein", "ä"],
  });
  const { token } = created.body as Record<string, string>;
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${api.authorization}\r\n\r\n`;
  const send = (method: string, path: string) => sendRaw(process.env.APP_URL ?? "", head(method, path));

  expect(await send("GET", "/v1//snitches?tags=größe klein")).toMatch(
    new RegExp(`^HTTP/1.1 200 .*${token}`, "s"),
  );
  expect(await send("DELETE", `/v1/snitches/${token}/tags/größe klein`)).toMatch(/^HTTP\/1.1 200 .*\["ä"\]/s);
  expect(await send("GET", "/v1/snitches/größe")).toMatch(/^HTTP\/1.1 404 .*resource_not_found/s);
  expect(await send("GET", "/v1/snitches HTTP/9")).toMatch(/^HTTP\/1.1 4\d\d .*application\/json.*"error"/s);
  expect(await api.sendJson("GET", `/v1/snitches/${token}`)).toMatchObject({ body: { tags: ["ä"] } });
});
