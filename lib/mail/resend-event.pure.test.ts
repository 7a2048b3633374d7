import { expect, test } from "vitest";
import { readEvent } from "./resend-event";

const at = new Date("2026-03-10T10:00Z");
const now = new Date("2026-03-10T10:05Z");
const EMAIL = {
  email_id: "e1",
  to: ["Ada@Example.com"],
  from: "a@b.test",
  created_at: "2026-03-10 09:59:00+00",
};

const read = (type: string, data: object = {}, created_at: unknown = at.toISOString()) =>
  readEvent(JSON.stringify({ type, created_at, data: { ...EMAIL, ...data } }), now);
const bounce = (type: string, message = "550 5.1.1 No such user") => ({
  bounce: { type, subType: "General", message },
});
const ada = { at, address: "ada@example.com", reason: "", providerId: "e1" };

test.each([
  ["email.delivered", {}, { ...ada, kind: "delivered" }],
  ["email.complained", {}, { ...ada, kind: "complained" }],
  ["email.bounced", bounce("Permanent"), { ...ada, kind: "bounced", reason: "550 5.1.1 No such user" }],
  ["email.bounced", { bounce: { type: "Permanent" } }, { ...ada, kind: "bounced" }],
  ["email.bounced", bounce("Transient"), null],
  ["email.bounced", bounce("Undetermined"), null],
  [
    "email.suppressed",
    {},
    { ...ada, kind: "bounced", reason: expect.stringContaining("suppression list") as string },
  ],
  ["email.bounced", { ...bounce("Permanent"), to: ["a@x.test", "b@x.test"] }, null],
  ["email.delivered", { to: [] }, null],
  ["email.opened", {}, null],
  ["contact.created", { to: undefined }, null],
])("%s with %j means %j", (type, data, expected) => {
  expect(read(type, data)).toEqual(expected);
});

test("an event from the future happened now", () => {
  expect(read("email.delivered", {}, "2027-01-01T00:00Z")).toMatchObject({ at: now });
});

test("what the mail server says is one short line that Postgres can store", () => {
  const event = read("email.bounced", bounce("Permanent", `550\r\n\0no\ud800 ${"x".repeat(1_000)}`));
  expect(event?.reason).toMatch(/^550 no\ufffd x+$/);
  expect(event?.reason).toHaveLength(300);
});

test.each([
  "",
  "nonsense",
  "null",
  "[]",
  "{}",
  '{"type":1}',
  '{"type":"email.bounced"}',
  JSON.stringify({
    type: "email.bounced",
    created_at: "yesterday",
    data: { ...EMAIL, ...bounce("Permanent") },
  }),
  JSON.stringify({ type: "email.delivered", created_at: at, data: { ...EMAIL, to: "ada@example.com" } }),
  JSON.stringify({ type: "email.delivered", created_at: at, data: { ...EMAIL, to: ["a\0@example.com"] } }),
])("the body %s is malformed", (body) => {
  expect(() => readEvent(body, now)).toThrow(SyntaxError);
});
