import { expect, test } from "vitest";
import { type OwnNames, refuseGuessable } from "./refuse-guessable";

const NAMES: OwnNames = ["ada@example.com", "Nightly Billing"];

test("a password that is easy to guess is refused: with the reason, and with the way out", async () => {
  const refused = await refuseGuessable("nightlybilling1", NAMES).catch((error) => error.validations);

  expect(refused).toEqual([
    {
      attribute: "password",
      message:
        "is easy to guess: it is based on your email address, or the name of a case or of this server. Use three or four unrelated words, or let a password manager generate one",
    },
  ]);
});

test("passwords of several people at once are looked at one after another, and only what is correct is accepted", async () => {
  const given = Array.from({ length: 20 }, (_, i) => (i % 2 ? "correct horse" : `password${i}`));

  const results = await Promise.allSettled(
    given.map((password, i) => refuseGuessable(password, [`ada${i}@example.com`, "Nightly Billing"])),
  );

  expect(results.map(({ status }) => status)).toEqual(
    given.map((password) => (password === "correct horse" ? "fulfilled" : "rejected")),
  );
});

test("who sends many at once has one looked at, so that no one else waits for the others", async () => {
  const many = Array.from({ length: 50 }, () => refuseGuessable("correct horse", NAMES));
  const other = refuseGuessable("battery staple", ["bob@example.com"]);

  const results = await Promise.allSettled(many);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(results[1]).toMatchObject({ reason: { type: "service_unavailable" } });
  await other;
});
