import { EncryptJWT } from "jose";
import { encode } from "next-auth/jwt";
import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { aCase, aMember } from "@/lib/testing/factories";
import { startTestSession } from "@/lib/testing/sessions";
import { ada } from "@/lib/testing/users";
import { deriveKey } from "./decode-session";
import { signedInBy } from "./session-of-request";

const OLD = env.AUTH_SECRET ?? "";
const NEW = "the next secret, of at least 32 characters";

afterEach(() => {
  env.AUTH_SECRET = OLD;
  env.AUTH_SECRET_PREVIOUS = undefined;
});

test("a session goes on after the secret was rotated, and ends when the one before is forgotten", async () => {
  const { id } = await ada();
  const session = await startTestSession(id);
  const token = await encode({
    secret: OLD,
    token: { sub: id, sessionId: session.id, sessionKey: session.key },
  });
  const isSignedIn = async () =>
    Boolean(await signedInBy({ headers: { cookie: `next-auth.session-token=${token}` } }));
  expect(await isSignedIn()).toBe(true);

  env.AUTH_SECRET = NEW;
  expect(await isSignedIn()).toBe(false);

  env.AUTH_SECRET_PREVIOUS = OLD;
  expect(await isSignedIn()).toBe(true);
});

test.each([
  [30, true],
  [90, false],
])("a cookie that was made %d seconds in the future signs its owner in: %s", async (seconds, is) => {
  const { id } = await aMember({ caseId: (await aCase()).id });
  const session = await startTestSession(id);
  const iat = Math.floor(Date.now() / 1_000) + seconds;
  const token = await new EncryptJWT({ sub: id, sessionId: session.id, sessionKey: session.key, iat })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime("1h")
    .encrypt(deriveKey(OLD));

  const reader = await signedInBy({ headers: { cookie: `next-auth.session-token=${token}` } });

  expect(reader !== null).toBe(is);
});
