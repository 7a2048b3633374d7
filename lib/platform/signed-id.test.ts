import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "./env";
import { readSignedId, readSignedPair, signId, signPair } from "./signed-id";

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

const noon = new Date("2026-03-10T12:00Z");
const later = new Date(noon.getTime() + 60_000);

test("a pair of ids is read until it expires, for its purpose alone, and in its order", () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const token = signPair([one, other], later, "a purpose");

  expect(token).toMatch(/^[\w-]{72}$/);
  expect(readSignedPair(token, "a purpose", noon)).toEqual([one, other]);
  expect(readSignedPair(token, "a purpose", new Date(later.getTime() - 1))).toEqual([one, other]);
  expect(readSignedPair(token, "a purpose", later)).toBeNull();
  expect(readSignedPair(token, "another", noon)).toBeNull();
  expect(readSignedId(token)).toBeNull();
});

test("no changed, cut or lengthened pair is read, and no part of one fits another", () => {
  const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
  const read = (token: string) => readSignedPair(token, "", noon);
  const token = signPair([one, other], later, "");
  const letters = [..."ABab01-_"];
  const changed = [...token].flatMap((letter, i) =>
    letters.filter((each) => each !== letter).map((each) => token.slice(0, i) + each + token.slice(i + 1)),
  );
  expect(changed.map(read)).toEqual(changed.map(() => null));
  for (let length = 0; length < 72; length += 1) expect(read(token.slice(0, length))).toBeNull();
  for (const more of ["A", "=", `.${token}`, "\n"]) expect(read(token + more)).toBeNull();

  // The signature of one on the ids or the end of another.
  const others = [
    signPair([third, other], later, ""),
    signPair([one, third], later, ""),
    signPair([one, other], noon, ""),
  ];
  for (const each of others)
    for (const [head, tail] of [
      [token, each],
      [each, token],
    ] as const)
      expect(read(head.slice(0, 48) + tail.slice(48))).toBeNull();
});
