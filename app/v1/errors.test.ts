import { expect, test, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";

const UNKNOWN_TOKEN = "0123456789abcdef";

const SNITCH_OPERATIONS = [
  ["GET", ""],
  ["PATCH", ""],
  ["DELETE", ""],
  ["POST", "/tags"],
  ["DELETE", "/tags/a"],
  ["POST", "/pause"],
  ["POST", "/unpause"],
] as const;
const ALL_OPERATIONS = [
  ["GET", "/v1/snitches"],
  ["POST", "/v1/snitches"],
] as [string, string][];
for (const [method, end] of SNITCH_OPERATIONS)
  ALL_OPERATIONS.push([method, `/v1/snitches/${UNKNOWN_TOKEN}${end}`]);

test.each(ALL_OPERATIONS)(
  "%s %s refuses a missing or wrong key, whatever the request is",
  async (method, path) => {
    for (const key of [undefined, "", "wrong", "x".repeat(22), "ключ"]) {
      const response = await send(method, path, { key, ...(method !== "GET" && { body: "{" }) });

      expect(response.headers.get("WWW-Authenticate")).toMatch(/^Basic/);
      expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      expect(await readResponse(response)).toEqual({
        status: 401,
        body: {
          type: "api_key_invalid",
          error: "Your API key is missing or not valid. Send it as the Basic user name.",
        },
      });
    }
  },
);

test.each(SNITCH_OPERATIONS)(
  "%s …%s returns the same for another case's snitch as for an unknown token",
  async (method, end) => {
    const client = await aClient();
    const foreign = await aSnitch({ status: "healthy" });
    const body = method === "POST" && end === "/tags" ? ["a"] : undefined;

    const request = async (token: string) => {
      const response = await send(method, `/v1/snitches/${token}${end}`, { key: client.key, body });
      return [response.status, await response.text(), [...response.headers.keys()]];
    };

    expect(await request(foreign.token)).toEqual(await request(UNKNOWN_TOKEN));
    expect((await request(foreign.token)).slice(0, 2)).toEqual([
      404,
      '{"type":"resource_not_found","error":"No such snitch."}',
    ]);
  },
);

test.each(["{", "[1,", "nope", '{"a":1}}', "\ufeff{", new Uint8Array([0x22, 0xff, 0x22])])(
  "malformed JSON is a 400 without a body",
  async (body) => {
    const client = await aClient();
    const { token } = await aSnitch({ caseId: client.theCase.id, status: "healthy" });
    for (const [method, path] of [
      ["POST", "/v1/snitches"],
      ["PATCH", `/v1/snitches/${token}`],
      ["POST", `/v1/snitches/${token}/tags`],
      ["POST", `/v1/snitches/${token}/pause`],
    ] as const) {
      expect(await readResponse(send(method, path, { key: client.key, body }))).toEqual({
        status: 400,
        body: "",
      });
    }
  },
);

test("a body over 1 MiB is refused, even without a Content-Length", async () => {
  const client = await aClient();
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)),
  });

  expect(await readResponse(send("POST", "/v1/snitches", { key: client.key, body }))).toEqual({
    status: 413,
    body: { type: "request_too_large", error: "The body of your request is larger than 1 MiB. Send less." },
  });
});

test.each([
  ["PUT", "/v1/snitches", "GET, HEAD, POST"],
  ["POST", `/v1/snitches/${UNKNOWN_TOKEN}`, "GET, HEAD, PATCH, DELETE"],
  ["GET", `/v1/snitches/${UNKNOWN_TOKEN}/pause`, "POST"],
  ["DELETE", `/v1/snitches/${UNKNOWN_TOKEN}/unpause`, "POST"],
  ["PATCH", `/v1/snitches/${UNKNOWN_TOKEN}/tags`, "POST"],
  ["GET", `/v1/snitches/${UNKNOWN_TOKEN}/tags/a`, "DELETE"],
  ["POST", "/v1/openapi.json", "GET, HEAD"],
])("%s %s is refused with the allowed methods", async (method, path, allowed) => {
  const response = await send(method, path);

  expect(response.headers.get("Allow")).toBe(allowed);
  expect(await readResponse(response)).toEqual({
    status: 405,
    body: { type: "method_not_allowed", error: `This path takes ${allowed}.` },
  });
});

test.each(["/v1", "/v1/", "/v1/monitors", "/v1/snitches/a/b", "/v1/snitches/a/tags/b/c"])(
  "%s is a 404 in JSON",
  async (path) => {
    expect(await readResponse(send("POST", path))).toEqual({
      status: 404,
      body: { type: "resource_not_found", error: "No such path." },
    });
  },
);

test("during maintenance the API refuses requests, except for its description", async () => {
  const client = await aClient();
  vi.spyOn(env, "MAINTENANCE", "get").mockReturnValue(true);

  expect(await readResponse(client.get("/v1/snitches"))).toEqual({
    status: 503,
    body: { type: "service_unavailable", error: "Maintenance is under way. Try again in a few minutes." },
  });
  expect((await client.get("/v1/openapi.json")).status).toBe(200);
  vi.restoreAllMocks();
});
