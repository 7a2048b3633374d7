import { expect, test } from "vitest";
import { timeFormats } from "@/components/time-formats";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { formatNotEmailed } from "./not-emailed-text";

const { date } = timeFormats(DEFAULT_DISPLAY);
const askedAt = new Date("2026-03-10T10:00Z");
const notSent = "kept in the outbox, not sent: no mail server is set up";

test.each([
  [{ askedAt: null, leftAt: null, notSent: null, mark: null }, "not confirmed yet"],
  [{ askedAt, leftAt: null, notSent: null, mark: null }, "not confirmed yet, asked on 10 Mar 2026"],
  [
    { askedAt, leftAt: null, notSent, mark: null },
    "not confirmed yet; the request from 10 Mar 2026 was kept in the outbox, not sent: no mail server is set up",
  ],
  [{ askedAt, leftAt: askedAt, notSent, mark: null }, "unsubscribed on 10 Mar 2026"],
])("an address that was asked by an email that no one got is not called asked", (recipient, expected) => {
  expect(formatNotEmailed(recipient, date)).toBe(expected);
});

const at = new Date("2026-03-12T10:00Z");
const bounced = { id: "1", mark: "bounced" as const, markedAt: at };

test.each([
  [{ askedAt: null, leftAt: null, notSent: null, mark: bounced }, "emails have bounced since 12 Mar 2026"],
  [
    { askedAt, leftAt: null, notSent, mark: { ...bounced, mark: "complained" as const } },
    "reported an email as spam on 12 Mar 2026",
  ],
  [{ askedAt, leftAt: askedAt, notSent: null, mark: bounced }, "unsubscribed on 10 Mar 2026"],
])("an address that emails do not reach is called that, unless its reader left", (recipient, expected) => {
  expect(formatNotEmailed(recipient, date)).toBe(expected);
});
