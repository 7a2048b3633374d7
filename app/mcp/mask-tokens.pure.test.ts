import fc from "fast-check";
import { expect, test } from "vitest";
import { maskTokens } from "./mask-tokens";

const TOKEN = "c0ffee0123456789";

test("a token is masked wherever it stands, and everything else stays", () => {
  const tokens = new Set([TOKEN, "short", "550e8400-e29b-41d4-a716-446655440000"]);
  expect(
    maskTokens(
      { token: TOKEN, url: `https://x.example/c/${TOKEN}?s=1`, [TOKEN]: [1, null, true, "short", "shorter"] },
      tokens,
    ),
  ).toEqual({
    token: "c0ff…",
    url: "https://x.example/c/c0ff…?s=1",
    "c0ff…": [1, null, true, "…", "shorter"],
  });
  expect(maskTokens("ping 550e8400-e29b-41d4-a716-446655440000.", tokens)).toBe("ping 550e….");
});

test("no JSON has a token afterwards, whatever stands around it", () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom(TOKEN, "/", ".", " ", "\n", '"', "é"), fc.string({ maxLength: 3 })),
  );
  fc.assert(
    fc.property(text, (parts) => {
      // Letters beside it would make another word of it, which is no token.
      const value = { a: [parts.join(" "), { b: parts.map((part) => `/${part}/`) }] };
      expect(JSON.stringify(maskTokens(value, new Set([TOKEN])))).not.toContain(TOKEN);
    }),
  );
});
