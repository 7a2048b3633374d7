import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { authOptions } from "@/app/auth/options";
import { POST } from "./route";

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

test("nobody can write into the log", async () => {
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
