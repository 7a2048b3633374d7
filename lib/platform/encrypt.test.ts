import fc from "fast-check";
import { expect, test } from "vitest";
import { seal, unseal } from "./encrypt";

const OURS = "one secret of at least 32 characters";
const THEIRS = "another one of at least 32 characters";

test("whatever is sealed is read again, looks different each time and shows nothing of itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 12 }), (text) => {
      const [one, other] = [seal(text, OURS), seal(text, OURS)];
      expect([unseal(one, OURS), unseal(other, OURS)]).toEqual([text, text]);
      expect(one).not.toBe(other);
      expect(one).not.toContain(text);
    }),
  );
});

test("with another secret, or changed on its way, it is not read at all", () => {
  const sealed = seal("whsec_hidden", OURS);
  expect(() => unseal(sealed, THEIRS)).toThrow("AUTH_SECRET is not the one");
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`;
  expect(() => unseal(changed, OURS)).toThrow("cannot be read");
  expect(() => unseal("sealed:1:", OURS)).toThrow("cannot be read");
});

test("what was kept before there were seals is read as it is", () => {
  expect(unseal("whsec_clear", OURS)).toBe("whsec_clear");
  expect(unseal("https://user:pass@example.com/hook", OURS)).toBe("https://user:pass@example.com/hook");
});
