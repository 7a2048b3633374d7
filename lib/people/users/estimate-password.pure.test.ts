import { expect, test } from "vitest";
import { estimate } from "./estimate-password";
import { listNameParts } from "./guessable-parts";

const parts = listNameParts([
  "ada.lovelace@analytical-engine.example",
  "Nightly Billing",
  "Tattle",
  "snitch",
]);

const NAMED = "it is based on your email address, or the name of a case or of this server";

test.each([
  ["password", "most common"],
  ["Password1!", "similar to one of the most common"],
  ["P@ssw0rd123", "similar to one of the most common"],
  ["qwertyuiop", "most common"],
  ["zxcvbnm,./", "next to each other"],
  ["hunter2hunter2", "repeats"],
  ["aaaaaaaa1", "repeats"],
  ["19871224", "date"],
  ["Summer2026!", "too few"],
  ["ada.lovelace@analytical-engine.example", "your email address"],
  ["lovelace1", "your email address"],
  ["analyticalengine", "your email address"],
  ["NightlyBilling7", "name of a case"],
  ["tattle2026", "this server"],
  ["T@ttle123", "this server"],
])("%s is refused, and why is said", (password, reason) => {
  expect(estimate(password, parts)).toContain(reason);
});

test.each([
  "correct horse",
  "battery staple",
  "watch the jobs",
  "k7#Vq2!x",
  "пароль от почты тёти",
  "鳥が電線で歌っている",
])("%s is accepted: any characters, if they are not guessed", (password) => {
  expect(estimate(password, parts)).toBeNull();
});

test.each(["Nightly Billing", "lovelace"])(
  "however often “%s” is repeated, whatever is between, it is guessed",
  (name) => {
    for (const times of [1, 2, 5])
      for (const between of ["", " ", "-", ". ", "1", "1!"])
        for (const written of [name, name.toUpperCase()]) {
          const password = Array.from({ length: times }, () => written).join(between);
          expect([password, estimate(`${password}2026!`, parts)]).toEqual([password, NAMED]);
        }
  },
);

test("a safe password is not a less safe with such a word next to it", () => {
  expect(estimate("lovelace correct horse", parts)).toBeNull();
  expect(estimate("k7#Vq2!xlovelace", parts)).toBeNull();
});

test("a password is looked at up to its 32nd character, however long it is", () => {
  expect(estimate(`${"a".repeat(32)}k7#Vq2!x`, parts)).toContain("repeats");
  expect(estimate(`${"a".repeat(31)}k7#Vq2!x`.slice(-32), parts)).toBeNull();
});
