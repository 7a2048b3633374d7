import { expect, test } from "vitest";
import { notEmailedInWords } from "./not-emailed-words";

const askedAt = new Date("2026-03-10T10:00Z");
const notSent = "kept in the outbox, not sent: no mail server is set up";

test.each([
  [{ askedAt: null, leftAt: null, notSent: null }, "not confirmed yet"],
  [{ askedAt, leftAt: null, notSent: null }, "not confirmed yet, asked on 10 Mar 2026 (UTC)"],
  [
    { askedAt, leftAt: null, notSent },
    "not confirmed yet; the request of 10 Mar 2026 (UTC) was kept in the outbox, not sent: no mail server is set up",
  ],
  [{ askedAt, leftAt: askedAt, notSent }, "unsubscribed on 10 Mar 2026 (UTC)"],
])("an address that was asked by an e-mail that nobody got is not called asked", (recipient, words) => {
  expect(notEmailedInWords(recipient)).toBe(words);
});
