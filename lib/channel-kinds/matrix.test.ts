import { describe, expect, test } from "vitest";
import { judging, meaningOf } from "@/lib/testing/meaning-of";
import { schemaErrors } from "@/lib/testing/schema-errors";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { matrix } from "./matrix";
import type { Told } from "./told";

const settings = matrix.settings.parse({
  url: "https://matrix.example.com/",
  token: "syt_1",
  room: "!a/b:example.com",
});
const requestOf = (told: Told = hostileTold(""), ref: string | null = null) =>
  matrix.requestsOf(told, settings, ref)[0];
const contentOf = (told?: Told, ref?: string | null) => JSON.parse(requestOf(told, ref)?.body ?? "null");

test("the delivery id is the transaction id, and the room is one part of the path", () => {
  expect(requestOf(TOLD.missing)).toMatchObject({
    method: "PUT",
    url: `https://matrix.example.com/_matrix/client/v3/rooms/!a%2Fb%3Aexample.com/send/m.room.message/${TOLD.missing?.id}`,
    headers: { Authorization: "Bearer syt_1" },
  });
});

test("later messages are a thread below the first", () => {
  expect(contentOf(TOLD.missing)).not.toHaveProperty("m.relates_to");
  expect(contentOf(TOLD.reporting, "$first")["m.relates_to"]).toEqual({
    rel_type: "m.thread",
    event_id: "$first",
    is_falling_back: true,
    "m.in_reply_to": { event_id: "$first" },
  });
  expect(contentOf(TOLD.test, "$first")).not.toHaveProperty("m.relates_to");
});

test("what is past is one line and its link", () => {
  expect(contentOf(TOLD.past).body.split("\n")).toEqual([
    "Nightly backup was missing, and is reporting again. From 2026-03-10 02:00 UTC to 2026-03-10 03:30 UTC.",
    `Open: ${TOLD.past?.incident?.url}`,
  ]);
});

test.each(HOSTILE_NAMES)("shows %j as it is, mentions nobody, and keeps to the limit", (name) => {
  const request = requestOf(hostileTold(name), "$first");
  const content = JSON.parse(request?.body ?? "");
  expect(content.body.startsWith(`${name} is missing\n`)).toBe(true);
  expect(content).not.toHaveProperty("formatted_body");
  expect(content["m.mentions"]).toEqual({});
  expect(schemaErrors("matrix-message", request?.body ?? "")).toEqual([]);
});

test("a message of control characters and long notes keeps to the limit of an event", () => {
  const told = hostileTold("\u0001語".repeat(120));
  const request = requestOf({ ...told, message: "\u0001".repeat(40_000) });
  expect(Buffer.byteLength(request?.body ?? "")).toBeLessThan(65_536);
  expect(JSON.parse(request?.body ?? "").body).toMatch(/…\nAcknowledge: https:/);
});

test.each(Object.entries(TOLD))("%s is valid by the schema of Matrix", (_, told) => {
  for (const { body } of matrix.requestsOf(told, settings, "$first"))
    expect(schemaErrors("matrix-message", body)).toEqual([]);
});

describe("answers", () => {
  const judge = judging(matrix);

  test.each([
    [401, { errcode: "M_UNKNOWN_TOKEN", error: "Invalid access token" }, "final, off"],
    [403, { errcode: "M_FORBIDDEN", error: "User not in room" }, "final, off"],
    [404, { errcode: "M_UNRECOGNIZED", error: "Unrecognized request" }, "final, off"],
    [404, { errcode: "M_NOT_FOUND", error: "Unknown room" }, "final, off"],
    [404, "<html>", "retry"],
    [400, { errcode: "M_INVALID_PARAM", error: "Invalid room id" }, "final, off"],
    [400, { errcode: "M_BAD_JSON" }, "final"],
    [413, { errcode: "M_TOO_LARGE", error: "event too large" }, "final"],
    [429, { errcode: "M_LIMIT_EXCEEDED", retry_after_ms: 2_000 }, "wait 2000"],
    [429, { errcode: "M_LIMIT_EXCEEDED" }, "wait 60000"],
    [500, { errcode: "M_UNKNOWN" }, "retry"],
    [502, "", "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(meaningOf(judge(status, text))).toBe(meaning);
  });

  test("Retry-After comes before the older field", () => {
    const judgement = judge(429, { retry_after_ms: 2_000 }, { "retry-after": "30" });
    expect(judgement).toEqual({ kind: "retry", afterMs: 30_000 });
  });

  test("only the first message is the reference", () => {
    const sent = { event_id: "$YUwRidLecu:example.com" };
    const first = requestOf(TOLD.missing);
    expect(judge(200, sent, {}, first)).toEqual({ kind: "accepted", ref: sent.event_id });
    expect(judge(200, sent, {}, requestOf(TOLD.reporting, "$first"))).toEqual({ kind: "accepted" });
  });
});

test.each([
  { room: "#alias:example.com" },
  { room: "!a b" },
  { token: "a b" },
  { token: "a\nb" },
  { url: "x" },
])("refuses %j", (given) => expect(matrix.settings.safeParse({ ...settings, ...given }).success).toBe(false));
