import fc from "fast-check";
import { expect, test } from "vitest";
import { isSealedWith } from "./cipher";
import { decrypt, encrypt } from "./encrypt";

const OURS = "one secret of at least 32 characters";
const THEIRS = "another one of at least 32 characters";

test("an encrypted text can be decrypted, looks different each time and does not contain the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 12 }), (text) => {
      const [one, other] = [encrypt(text, OURS), encrypt(text, OURS)];
      expect([decrypt(one, [OURS]), decrypt(other, [OURS])]).toEqual([text, text]);
      expect(one).not.toBe(other);
      expect(one).not.toContain(text);
    }),
  );
});

test("a text that was changed, or encrypted with another secret, cannot be decrypted", () => {
  const encrypted = encrypt("whsec_hidden", OURS);
  expect(() => decrypt(encrypted, [THEIRS])).toThrow("AUTH_SECRET is not the one");
  const changed = `${encrypted.slice(0, -2)}${encrypted.endsWith("AA") ? "BB" : "AA"}`;
  expect(() => decrypt(changed, [OURS])).toThrow("AUTH_SECRET is not the one");
  expect(() => decrypt("encrypted:1:", [OURS])).toThrow("AUTH_SECRET is not the one");
});

test("a text that was never encrypted is refused", () => {
  expect(() => decrypt("whsec_clear", [OURS])).toThrow("is not encrypted");
});

test("what was encrypted with the secret before can be read, and is distinguished", () => {
  const before = encrypt("whsec_hidden", THEIRS);
  expect(decrypt(before, [OURS, THEIRS])).toBe("whsec_hidden");
  expect([isSealedWith(before, OURS), isSealedWith(before, THEIRS)]).toEqual([false, true]);
});
