import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { interpreting } from "@/testing/meaning-of";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { schemaErrors } from "@/testing/schema-errors";
import { matrix } from "./matrix";

const settings = matrix.settings.parse({
  url: "https://matrix.example.com/",
  token: "syt_1",
  room: "!a/b:example.com",
});
const buildRequest = (notification: Notification = hostileNotification(""), ref: string | null = null) =>
  matrix.buildRequests(notification, settings, ref)[0];
const buildContent = (notification?: Notification, ref?: string | null) =>
  JSON.parse(buildRequest(notification, ref)?.body ?? "null");

test("the delivery id is the transaction id, and the room is one part of the path", () => {
  expect(buildRequest(NOTIFICATIONS.missing)).toMatchObject({
    method: "PUT",
    url: `https://matrix.example.com/_matrix/client/v3/rooms/!a%2Fb%3Aexample.com/send/m.room.message/${NOTIFICATIONS.missing?.id}`,
    headers: { Authorization: "Bearer syt_1" },
  });
});

test("later messages are a thread below the first", () => {
  expect(buildContent(NOTIFICATIONS.missing)).not.toHaveProperty("m.relates_to");
  expect(buildContent(NOTIFICATIONS.reporting, "$first")["m.relates_to"]).toEqual({
    rel_type: "m.thread",
    event_id: "$first",
    is_falling_back: true,
    "m.in_reply_to": { event_id: "$first" },
  });
  expect(buildContent(NOTIFICATIONS.test, "$first")).not.toHaveProperty("m.relates_to");
});

test("what is past is one line and its link", () => {
  expect(buildContent(NOTIFICATIONS.past).body.split("\n")).toEqual([
    "Nightly backup was missing, and has recovered. From 2026-03-10 02:00 UTC to 2026-03-10 03:30 UTC.",
    `Open: ${NOTIFICATIONS.past?.incident?.url}`,
  ]);
});

test.each(HOSTILE_NAMES)("shows %j as it is, mentions nobody, and keeps to the limit", (name) => {
  const request = buildRequest(hostileNotification(name), "$first");
  const content = JSON.parse(request?.body ?? "");
  expect(content.body.startsWith(`${name} is missing\n`)).toBe(true);
  expect(content).not.toHaveProperty("formatted_body");
  expect(content["m.mentions"]).toEqual({});
  expect(schemaErrors("matrix-message", request?.body ?? "")).toEqual([]);
});

describe("responses", () => {
  const interpret = interpreting(matrix);

  test("Retry-After comes before the older field", () => {
    const responseOutcome = interpret(429, { retry_after_ms: 2_000 }, { "retry-after": "30" });
    expect(responseOutcome).toEqual({ kind: "retry", afterMs: 30_000 });
  });

  test("only the first message is the reference", () => {
    const sent = { event_id: "$YUwRidLecu:example.com" };
    const first = buildRequest(NOTIFICATIONS.missing);
    expect(interpret(200, sent, {}, first)).toEqual({ kind: "accepted", ref: sent.event_id });
    expect(interpret(200, sent, {}, buildRequest(NOTIFICATIONS.reporting, "$first"))).toEqual({
      kind: "accepted",
    });
  });
});
