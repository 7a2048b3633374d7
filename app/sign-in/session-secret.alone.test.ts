import { afterEach, expect, test, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { SECOND_MS } from "@/lib/rules/durations";
import { aCase, aMember } from "@/testing/factories";
import { startTestSession } from "@/testing/sessions";
import { ada } from "@/testing/users";
import { encodeSession } from "./session-cookie";
import { signedInBy } from "./session-of-request";

const OLD = env.AUTH_SECRET ?? "";
const NEW = "the next secret, of at least 32 characters";

afterEach(() => {
  env.AUTH_SECRET = OLD;
  env.AUTH_SECRET_PREVIOUS = undefined;
});

test("a session goes on after the secret was rotated, and ends when the previous one is dropped", async () => {
  const { id } = await ada();
  const session = await startTestSession(id);
  const token = await encodeSession(session);
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
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * SECOND_MS });
  const token = await encodeSession(session);
  vi.useRealTimers();

  const reader = await signedInBy({ headers: { cookie: `next-auth.session-token=${token}` } });

  expect(reader !== null).toBe(is);
});
