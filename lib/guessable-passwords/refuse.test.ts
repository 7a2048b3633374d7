import { expect, test } from "vitest";
import { refuseGuessable } from "./refuse";

const NAMES = ["ada@example.com", "Nightly Billing"];

test("a password that is easy to guess is refused: with the reason, and with the way out", async () => {
  const refused = await refuseGuessable("nightlybilling1", NAMES).catch((error) => error.validations);

  expect(refused).toEqual([
    {
      attribute: "password",
      message:
        "is easy to guess: it is made of your e-mail address, or of the name of a case or of this server. Take three or four words that have nothing to do with each other, or let a password manager make one",
    },
  ]);
});

test("many passwords at the same time are looked at one after another, and only what is right is accepted", async () => {
  const given = Array.from({ length: 20 }, (_, i) => (i % 2 ? "correct horse" : `password${i}`));

  const results = await Promise.allSettled(given.map((password) => refuseGuessable(password, NAMES)));

  expect(results.map(({ status }) => status)).toEqual(
    given.map((password) => (password === "correct horse" ? "fulfilled" : "rejected")),
  );
});
