import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "./env";
import { readSignedId, signId } from "./signed-id";

afterEach(() => void vi.restoreAllMocks());

test("a token contains its id, in 43 characters that need no escaping", () => {
  const id = randomUUID();
  expect(signId(id)).toMatch(/^[\w-]{43}$/);
  expect(readSignedId(signId(id))).toBe(id);
});

test("a token with one changed character is not accepted", () => {
  const token = signId(randomUUID());
  const changes = [...token].map((character, i) => {
    const other = character === "A" ? "B" : "A";
    return `${token.slice(0, i)}${other}${token.slice(i + 1)}`;
  });
  // The last character of 43 carries two bits that decode to nothing.
  expect(changes.slice(0, 42).map((change) => readSignedId(change))).toEqual(Array(42).fill(null));
});

test.each(["", "A".repeat(43), `${"A".repeat(42)}=`, randomUUID(), "\0".repeat(43)])(
  "%j is not a token",
  (text) => expect(readSignedId(text)).toBeNull(),
);

test("a token that another secret signed is not accepted", () => {
  const token = signId(randomUUID());
  vi.spyOn(env, "AUTH_SECRET", "get").mockReturnValue("another-secret-of-at-least-32-characters");
  expect(readSignedId(token)).toBeNull();
});

test("a token works for its purpose only", () => {
  const id = randomUUID();
  expect(readSignedId(signId(id, "status"), "status")).toBe(id);
  expect(readSignedId(signId(id, "status"))).toBeNull();
  expect(readSignedId(signId(id), "status")).toBeNull();
});

test("a link that was signed with the secret before works while that one is set", () => {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const token = signId(id);
  const secret = env.AUTH_SECRET;
  env.AUTH_SECRET = "another-secret-of-at-least-32-characters";
  expect(readSignedId(token)).toBeNull();
  env.AUTH_SECRET_PREVIOUS = secret;
  expect(readSignedId(token)).toBe(id);
  env.AUTH_SECRET = secret;
  env.AUTH_SECRET_PREVIOUS = undefined;
});
