import { Webhook as Signer } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { interpreting } from "@/testing/meaning-of";
import { NOTIFICATIONS } from "@/testing/notification-examples";
import { writeMessage } from "./kind";
import { maskCredentials, webhook } from "./webhook";

const snitch = { token: "c2354d53d2", name: "Nightly backup", notes: "", tags: ["critical"] };
const at = "2026-03-10T00:00:00.000Z";
const url = "https://example.com/hook";

const example = (name: string) => NOTIFICATIONS[name] as Notification;

/** An alert that belongs to no incident. */
const anAlert = (alert: Omit<NonNullable<Notification["alert"]>, "cause">): Notification => ({
  ...example("missing"),
  alert: { ...alert, cause: null },
  at,
  snitch: { ...snitch, url: "https://tattle.example.com/acme/snitches/c2354d53d2" },
  incident: null,
});

const buildRequests = (notification: Notification, target = url) =>
  webhook.buildRequests(
    JSON.parse(writeMessage(webhook, notification)),
    { url: target, headers: "", body: "" },
    null,
  );
const buildBody = (notification: Notification) => JSON.parse(buildRequests(notification)[0]?.body ?? "");

test("a missing alert has the shape and the words of the specification", () => {
  expect(buildBody(anAlert({ kind: "missing", from: "healthy", to: "failed" }))).toEqual({
    type: "snitch.missing",
    timestamp: "2026-03-10T00:00:00.000Z",
    data: { snitch: { ...snitch, status: "missing", previous_status: "healthy" } },
  });
});

test("a snitch with a link has it as its last member", () => {
  const alert = anAlert({ kind: "missing", from: "healthy", to: "failed" });
  const link = "https://wiki.example.com/backup";
  expect(JSON.stringify(buildBody({ ...alert, snitch: { ...alert.snitch, link } }).data)).toBe(
    '{"snitch":{"token":"c2354d53d2","name":"Nightly backup","notes":"","tags":["critical"],"status":"missing","previous_status":"healthy","url":"https://wiki.example.com/backup"}}',
  );
});

test("what is saved is the body, byte for byte", () => {
  for (const notification of Object.values(NOTIFICATIONS))
    for (const { body } of buildRequests(notification))
      expect(body).toBe(writeMessage(webhook, notification));
  expect(buildRequests(anAlert({ kind: "missing", from: "healthy", to: "failed" }))[0]?.body).toBe(
    '{"type":"snitch.missing","timestamp":"2026-03-10T00:00:00.000Z","data":{"snitch":{"token":"c2354d53d2","name":"Nightly backup","notes":"","tags":["critical"],"status":"missing","previous_status":"healthy"}}}',
  );
});

test("the next missing alert says that the snitch was missing before", () => {
  const { data } = buildBody(anAlert({ kind: "missing", from: "failed", to: "failed" }));
  expect(data.snitch).toMatchObject({ status: "missing", previous_status: "missing" });
});

test.each([
  ["reporting", "pending", "healthy", "snitch.reporting"],
  ["errored", "healthy", "errored", "snitch.errored"],
  ["paused", "errored", "paused", "snitch.paused"],
] as const)("%s from %s", (kind, from, to, type) => {
  const event = buildBody(anAlert({ kind, from, to }));
  expect(event.type).toBe(type);
  expect(event.data.snitch).toMatchObject({ status: to, previous_status: from });
});

test("an alert of an incident says which one, and keeps all that it said before", () => {
  const alone = anAlert({ kind: "missing", from: "healthy", to: "failed" });
  const id = "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44";
  const { data } = buildBody({
    ...alone,
    severity: "warning",
    incident: { id, openedAt: at, cause: "missed", url: "https://tattle.example.com/" },
  });
  expect(data).toEqual({
    ...buildBody(alone).data,
    incident: { id, opened_at: at, severity: "warning", cause: "missed" },
  });
});

test("an alert of a job that reports runs says why, and of which run", () => {
  const { run, ...overran } = example("overran");
  expect(buildBody({ ...overran, run }).data).toMatchObject({ cause: "overran", run });
  expect(buildBody(example("missing")).data).not.toHaveProperty("cause");
});

test("a test and a fire drill look like the first check-in of a snitch that does not exist", () => {
  const noOne = { token: "0000000000000000", status: "healthy", previous_status: "pending" };
  expect(buildBody(example("test"))).toEqual({
    type: "snitch.reporting",
    timestamp: "2026-03-10T02:00:00.000Z",
    data: {
      snitch: {
        ...noOne,
        name: "Test event from Tattle",
        notes: "This event tests the webhook. It is not about a real job.",
        tags: ["test"],
      },
    },
  });
  expect(buildBody(example("drill")).data.snitch).toEqual({
    ...noOne,
    name: "Fire drill: can Acme reach you here?",
    notes:
      "This is a fire drill, not a real alert. To confirm that you received it, open https://tattle.example.com/drills/d0a1b2c3",
    tags: ["drill"],
  });
});

test.each(["acknowledged", "removed", "end of a drill"])(
  "of what is not an alert nothing is said: %s",
  (name) => {
    expect(buildRequests(example(name))).toEqual([]);
  },
);

const buildSecret = (character: string) => `whsec_${Buffer.from(character.repeat(24)).toString("base64")}`;

/** The signed request of an attempt. */
function aRequest(target: string, secrets: string[]) {
  const [request] = buildRequests(example("missing"), target);
  if (!request) throw new Error("A missing alert has a request.");
  const signing = { id: "0198c0de-0000-7000-8000-000000000001", at: new Date(), secrets };
  return { ...request, headers: { ...request.headers, ...webhook.sign?.(request, signing) } };
}

test("a request is signed, by the id of the delivery and the time of the attempt", () => {
  const { headers, body } = aRequest(url, [buildSecret("a")]);
  expect(headers).toMatchObject({
    "Content-Type": "application/json",
    "webhook-id": "0198c0de-0000-7000-8000-000000000001",
    "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
  });
  expect(new Signer(buildSecret("a")).verify(body, headers)).toEqual(buildBody(example("missing")));
  expect(() => new Signer(buildSecret("b")).verify(body, headers)).toThrow();
});

test("after a rotation, a receiver can verify with either secret", () => {
  const { headers, body } = aRequest(url, [buildSecret("b"), buildSecret("a")]);
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const character of ["a", "b"])
    expect(new Signer(buildSecret(character)).verify(body, headers)).toBeTruthy();
});

describe("credentials in the URL", () => {
  test("become a header and are removed from the URL", () => {
    const request = aRequest("https://ann:s3%40cret@example.com/hook?x=1", [buildSecret("a")]);
    expect(request.url).toBe("https://example.com/hook?x=1");
    expect(request.headers.Authorization).toBe(`Basic ${Buffer.from("ann:s3@cret").toString("base64")}`);
  });

  test("are masked for people who manage webhooks", () => {
    const masked = maskCredentials("https://ann:s3cret@example.com/hook?x=1");
    expect(masked).toBe("https://•••:•••@example.com/hook?x=1");
  });

  test("with a stray % can still be shown", () => {
    expect(maskCredentials("https://ann:s3cret@example.com/h?x=100%&n=%E4")).toBe(
      "https://•••:•••@example.com/h?x=100%&n=%E4",
    );
  });
});

test.each([
  [199, false],
  [200, true],
  [204, true],
  [209, true],
  [210, false],
  [302, false],
  [429, false],
  [500, false],
])("status %i is accepted: %s", (status, isAccepted) => {
  expect(interpreting(webhook)(status)).toEqual({ kind: isAccepted ? "accepted" : "retry" });
});
