import { expect, test, vi } from "vitest";
import { exampleUrl } from "@/lib/api/example";
import { METHODS } from "@/lib/api/operation";
import { env } from "@/lib/platform/env";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";
import { OPERATIONS, ROUTES } from "./operations";

const OF_KEYS = OPERATIONS.filter(({ isPublic }) => !isPublic).map(
  (operation) => [operation.id, operation, exampleUrl(operation, OPERATIONS)] as const,
);

const TOKEN = "c2354d53d2b1a4f0";

test.each(OF_KEYS)(
  "%s refuses a missing or wrong key, whatever the request is",
  async (_, { method }, path) => {
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

test.each(OF_KEYS.filter(([, { path }]) => path.includes("{token}")))(
  "%s returns the same for another case's snitch as for an unknown token",
  async (_, { method, example }, path) => {
    const client = await aClient();
    const foreign = await aSnitch({ status: "healthy" });

    const request = async (token: string) => {
      const url = path.replace(TOKEN, token);
      const response = await send(method, url, { key: client.key, body: example?.body });
      return [response.status, await response.text(), [...response.headers.keys()]];
    };

    expect(await request(foreign.token)).toEqual(await request(TOKEN));
    expect((await request(foreign.token)).slice(0, 2)).toEqual([
      404,
      '{"type":"resource_not_found","error":"No such snitch."}',
    ]);
  },
);

/** It looks for its key first, and files have formats of their own. */
const NOT_PARSED_FIRST = ["changeApiKey", "planConfiguration", "applyConfiguration"];

test.each(OF_KEYS.filter(([id, { body }]) => body && !NOT_PARSED_FIRST.includes(id)))(
  "malformed JSON in %s is a 400 without a body",
  async (_, { method }, path) => {
    const { key } = await aClient();
    for (const body of ["{", "[1,", "nope", '{"a":1}}', "\ufeff{", new Uint8Array([0x22, 0xff, 0x22])])
      expect(await readResponse(send(method, path, { key, body }))).toEqual({ status: 400, body: "" });
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

test.each(Object.keys(ROUTES).filter((path) => path.startsWith("/v1/")))(
  "%s refuses the methods that it does not have, and names the others",
  async (path) => {
    const handlers = ROUTES[path];
    const url = path.replaceAll(/\{\w+\}/g, "x");
    for (const method of METHODS.filter((each) => handlers?.[each] === handlers?.OPTIONS)) {
      const response = await send(method, url);
      const allowed = response.headers.get("Allow") ?? "";
      expect(await readResponse(response)).toEqual({
        status: 405,
        body: { type: "method_not_allowed", error: `This path takes ${allowed}.` },
      });
      expect(allowed.split(", ")).not.toContain(method);
    }
  },
);

test("the refusal of a method names all others, with HEAD", async () => {
  expect((await send("PUT", "/v1/snitches")).headers.get("Allow")).toBe("GET, HEAD, POST");
  const { status, headers } = await send("OPTIONS", `/v1/snitches/${TOKEN}`);
  expect([status, headers.get("Allow")]).toEqual([204, "GET, HEAD, PATCH, DELETE"]);
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
