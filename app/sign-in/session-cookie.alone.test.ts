import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { env } from "@/lib/platform/env";

env.APP_URL = "https://tattle.example";
const { readSession } = await import("./session-cookie");

test("with https, the session is in the cookie that browsers send by https only", async () => {
  const value = await encode({
    secret: env.AUTH_SECRET ?? "",
    token: { sub: "ada", sessionId: "one", sessionKey: "key" },
  });

  expect(await readSession(`__Secure-next-auth.session-token=${value}`, null)).toEqual({
    id: "one",
    userId: "ada",
    key: "key",
    proxyIdentity: null,
  });
  expect(await readSession(`next-auth.session-token=${value}`, null)).toBeNull();
});
