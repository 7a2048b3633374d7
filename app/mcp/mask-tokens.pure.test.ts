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

test("a token is masked within a word, and in capitals if it is a UUID", () => {
  const uuid = "550e8400-e29b-41d4-a716-446655440000";
  const tokens = new Set([TOKEN, uuid, "short", "backup-nightly"]);
  expect(
    maskTokens(
      `x=1&y=%2F${TOKEN}%2F JOB_${TOKEN}_${TOKEN}0 ${TOKEN}${uuid.toUpperCase()} job-backup-nightly.sh`,
      tokens,
    ),
  ).toBe("x=1&y=%2Fc0ff…%2F JOB_c0ff…_c0ff…0 c0ff…550E… job-back….sh");
});

test("no JSON has a token afterwards, whatever stands around it", () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom(TOKEN, "/", ".", " ", "\n", '"', "é"), fc.string({ maxLength: 3 })),
  );
  fc.assert(
    fc.property(text, (parts) => {
      const value = { a: [parts.join(""), { b: parts.map((part) => `x_${part}2F`) }] };
      expect(JSON.stringify(maskTokens(value, new Set([TOKEN])))).not.toContain(TOKEN);
    }),
  );
});
