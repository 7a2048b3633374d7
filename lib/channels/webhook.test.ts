import { Webhook as Signer } from "standardwebhooks";
import { expect, test } from "vitest";
import type { AlertMessage } from "./channel";
import { webhook } from "./webhook";

const snitch = { token: "c2354d53d2", name: "Nightly backup", notes: "", tags: ["critical"] };
const at = new Date("2026-03-10T00:00:00.000Z");
const bodyOf = (told: Omit<AlertMessage, "at" | "snitch">) =>
  JSON.parse(webhook.bodyOf({ ...told, at, snitch }));

test("a miss is told in the specification's shape and words", () => {
  expect(bodyOf({ kind: "missing", from: "healthy", to: "failed" })).toEqual({
    type: "snitch.missing",
    timestamp: "2026-03-10T00:00:00.000Z",
    data: { snitch: { ...snitch, status: "missing", previous_status: "healthy" } },
  });
});

test("a further miss says that the snitch was missing before", () => {
  const { data } = bodyOf({ kind: "missing", from: "failed", to: "failed" });
  expect(data.snitch).toMatchObject({ status: "missing", previous_status: "missing" });
});

test.each([
  ["reporting", "pending", "healthy", "snitch.reporting"],
  ["errored", "healthy", "errored", "snitch.errored"],
  ["paused", "errored", "paused", "snitch.paused"],
] as const)("%s from %s", (kind, from, to, type) => {
  const event = bodyOf({ kind, from, to });
  expect(event.type).toBe(type);
  expect(event.data.snitch).toMatchObject({ status: to, previous_status: from });
});

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(24)).toString("base64")}`;
const aTry = (given: { url?: string; secrets?: string[] } = {}) =>
  webhook.requestOf({
    id: "0198c0de-0000-7000-8000-000000000001",
    at: new Date(),
    url: new URL(given.url ?? "https://example.com/hook"),
    body: '{"type":"snitch.missing"}',
    secrets: given.secrets ?? [secretOf("a")],
    userAgent: "Tattle/1.0.0 (+https://tattle.test)",
  });

test("a request says who sends it, and is signed", () => {
  const { headers, body } = aTry();
  expect(headers).toMatchObject({
    "Content-Type": "application/json",
    "User-Agent": "Tattle/1.0.0 (+https://tattle.test)",
    "webhook-id": "0198c0de-0000-7000-8000-000000000001",
  });
  expect(new Signer(secretOf("a")).verify(body, headers)).toEqual({ type: "snitch.missing" });
  expect(() => new Signer(secretOf("b")).verify(body, headers)).toThrow();
});

test("while secrets change, a receiver with either of them can verify", () => {
  const { headers, body } = aTry({ secrets: [secretOf("b"), secretOf("a")] });
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const letter of ["a", "b"]) expect(new Signer(secretOf(letter)).verify(body, headers)).toBeTruthy();
});

test("credentials in the URL become a header, and leave the URL", () => {
  const { url, headers } = aTry({ url: "https://ann:s3%40cret@example.com/hook?x=1" });
  expect(url.href).toBe("https://example.com/hook?x=1");
  expect(headers.Authorization).toBe(`Basic ${Buffer.from("ann:s3@cret").toString("base64")}`);
});

test.each([
  [199, false],
  [200, true],
  [204, true],
  [209, true],
  [210, false],
  [302, false],
  [500, false],
])("%i is accepted: %s", (status, isAccepted) => {
  expect(webhook.accepts(status)).toBe(isAccepted);
});
