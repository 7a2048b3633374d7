import { Webhook as Signer } from "standardwebhooks";
import { expect, test } from "vitest";
import { type AlertMessage, webhookAccepts, webhookBody, webhookRequest } from "./webhook";

const snitch = { token: "c2354d53d2", name: "Nightly backup", notes: "", tags: ["critical"] };
const at = new Date("2026-03-10T00:00:00.000Z");
const bodyOf = (alert: Omit<AlertMessage, "at" | "snitch">) =>
  JSON.parse(webhookBody({ ...alert, at, snitch }));

test("a missing alert has the shape and the words of the specification", () => {
  expect(bodyOf({ kind: "missing", from: "healthy", to: "failed" })).toEqual({
    type: "snitch.missing",
    timestamp: "2026-03-10T00:00:00.000Z",
    data: { snitch: { ...snitch, status: "missing", previous_status: "healthy" } },
  });
});

test("the next missing alert says that the snitch was missing before", () => {
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

test("an alert of an incident says which one, and keeps all that it said before", () => {
  const incident = {
    id: "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44",
    openedAt: at,
    severity: "warning",
    cause: "missed",
  } as const;
  const { data } = bodyOf({ kind: "missing", from: "healthy", to: "failed", incident });
  expect(data).toEqual({
    ...bodyOf({ kind: "missing", from: "healthy", to: "failed" }).data,
    incident: {
      id: incident.id,
      opened_at: "2026-03-10T00:00:00.000Z",
      severity: "warning",
      cause: "missed",
    },
  });
});

const secretOf = (character: string) => `whsec_${Buffer.from(character.repeat(24)).toString("base64")}`;
const aRequest = (given: { url?: string; secrets?: string[] } = {}) =>
  webhookRequest({
    id: "0198c0de-0000-7000-8000-000000000001",
    at: new Date(),
    url: new URL(given.url ?? "https://example.com/hook"),
    body: '{"type":"snitch.missing"}',
    secrets: given.secrets ?? [secretOf("a")],
    userAgent: "Tattle/1.0.0 (+https://tattle.test)",
  });

test("a request names its sender and is signed", () => {
  const { headers, body } = aRequest();
  expect(headers).toMatchObject({
    "Content-Type": "application/json",
    "User-Agent": "Tattle/1.0.0 (+https://tattle.test)",
    "webhook-id": "0198c0de-0000-7000-8000-000000000001",
  });
  expect(new Signer(secretOf("a")).verify(body, headers)).toEqual({ type: "snitch.missing" });
  expect(() => new Signer(secretOf("b")).verify(body, headers)).toThrow();
});

test("after a rotation, a receiver can verify with either secret", () => {
  const { headers, body } = aRequest({ secrets: [secretOf("b"), secretOf("a")] });
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const character of ["a", "b"])
    expect(new Signer(secretOf(character)).verify(body, headers)).toBeTruthy();
});

test("credentials in the URL become a header and are removed from the URL", () => {
  const { url, headers } = aRequest({ url: "https://ann:s3%40cret@example.com/hook?x=1" });
  expect(url).toBe("https://example.com/hook?x=1");
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
])("status %i is accepted: %s", (status, isAccepted) => {
  expect(webhookAccepts(status)).toBe(isAccepted);
});
