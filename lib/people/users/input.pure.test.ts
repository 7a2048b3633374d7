import { expect, test } from "vitest";
import { newPassword } from "./input";

test.each([
  ["x".repeat(7), false],
  ["x".repeat(8), true],
  ["x".repeat(200), true],
  ["x".repeat(201), false],
])("a password has 8 to 200 characters: %s", (password, isValid) => {
  expect(newPassword.safeParse({ password }).success).toBe(isValid);
});

test.each(["  spaces around  ", "Ünïcödé\u00a0🔑 words", "e\u0301\u212b not normalized"])(
  "a password stays as it was sent: %j",
  (password) => {
    expect(newPassword.parse({ password })).toEqual({ password });
  },
);
