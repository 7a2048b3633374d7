import { expect, test } from "vitest";
import { estimate } from "./estimate";
import { wordsIn } from "./words";

const words = wordsIn(["ada.lovelace@analytical-engine.example", "Nightly Billing", "Tattle", "snitch"]);

test.each([
  ["password", "most used"],
  ["Password1!", "like one of the most used"],
  ["P@ssw0rd123", "like one of the most used"],
  ["qwertyuiop", "most used"],
  ["zxcvbnm,./", "side by side"],
  ["hunter2hunter2", "repeats"],
  ["aaaaaaaa1", "repeats"],
  ["19871224", "date"],
  ["Summer2026!", "too few"],
  ["ada.lovelace@analytical-engine.example", "your e-mail address"],
  ["lovelace1", "your e-mail address"],
  ["analyticalengine", "your e-mail address"],
  ["NightlyBilling7", "name of a case"],
  ["tattle2026", "this server"],
  ["T@ttle123", "this server"],
])("%s is refused, and why is said", (password, reason) => {
  expect(estimate(password, words)).toContain(reason);
});

test.each([
  "correct horse",
  "battery staple",
  "watch the jobs",
  "k7#Vq2!x",
  "пароль от почты тёти",
  "鳥が電線で歌っている",
])("%s is accepted: any characters, if they are not guessed", (password) => {
  expect(estimate(password, words)).toBeNull();
});

test("a password of 200 characters that repeats itself takes as long as one of 100", () => {
  const takesMs = (password: string) => {
    const startedAt = performance.now();
    expect(estimate(password, words)).toContain("repeats");
    return performance.now() - startedAt;
  };
  const shortMs = takesMs("aB3$".repeat(25));
  expect(takesMs("aB3$".repeat(50))).toBeLessThan(3 * shortMs);
});
