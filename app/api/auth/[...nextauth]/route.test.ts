import { NextRequest } from "next/server";
import { afterEach, expect, test, vi } from "vitest";
import { authOptions } from "@/app/sign-in/options";
import { log } from "@/lib/platform/log";
import { GET, POST } from "./route";

afterEach(() => vi.restoreAllMocks());

const send = (action: string, body: string) =>
  POST(
    new NextRequest(`http://localhost:3000/api/auth/${action}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    }),
    { params: Promise.resolve({ nextauth: action.split("/") }) },
  );

test.each(["{", "null", "[[1]]", '{"csrfToken":{"a":1}}', '{"callbackUrl":["x"]}'])(
  "a body that next-auth would fail on is a 400: %s",
  async (body) => {
    expect((await send("callback/credentials", body)).status).toBe(400);
  },
);

test.each(["credentials", "link", "complete", "proxy", "nobody"])(
  "an address that only takes forms (%s) is 405, without a line in the log",
  async (provider) => {
    const error = vi.spyOn(log, "error");
    const path = `callback/${provider}`;
    const response = await GET(new NextRequest(`http://localhost:3000/api/auth/${path}`), {
      params: Promise.resolve({ nextauth: path.split("/") }),
    });

    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
    expect(error).not.toHaveBeenCalled();
  },
);

test("no one can write into the log", async () => {
  expect((await send("_log", '{"level":"error","code":"x"}')).status).toBe(400);
});

test.each([
  ["/sign-in", "https://tattle.example/sign-in"],
  ["https://tattle.example/a?b=c", "https://tattle.example/a?b=c"],
  ["https://elsewhere.example/a", "https://tattle.example"],
  ["//elsewhere.example", "https://tattle.example"],
  ["http://%%", "https://tattle.example"],
])("after signing in, %s leads to %s", async (url, target) => {
  const found = await authOptions.callbacks?.redirect?.({ url, baseUrl: "https://tattle.example" });
  expect(found).toBe(target);
});
