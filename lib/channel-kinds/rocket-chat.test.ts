import { describe, expect, test } from "vitest";
import { judging, meaningOf } from "@/lib/testing/meaning-of";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { rocketChat } from "./rocket-chat";
import type { Told } from "./told";

const url = "https://chat.example.com/hooks/XXXX/XXXX";
const requestsOf = (told: Told) => rocketChat.requestsOf(told, { url }, null);
const bodyOf = (told: Told) => JSON.parse(requestsOf(told)[0]?.body ?? "null");

test("texts are in a block of code, and mentions are none even there", () => {
  expect(bodyOf(hostileTold("@all @here #general [x](https://evil.example)")).text).toMatch(
    /^```\n@\u200ball @\u200bhere #\u200bgeneral \[x\]\(https:\/\/evil\.example\) is missing\n/,
  );
});

test("an acknowledgement is no message", () => {
  expect(requestsOf(TOLD.acknowledged ?? hostileTold(""))).toEqual([]);
});

test("no message is longer than a server takes, and none asks for previews or another channel", () => {
  const long = { ...hostileTold("x"), message: "📢".repeat(20_000) };
  for (const told of [...HOSTILE_NAMES.map((name) => hostileTold(name)), long]) {
    const { text, ...others } = bodyOf(told);
    expect(text.length).toBeLessThanOrEqual(5_000);
    expect(others).toEqual({ parseUrls: false });
  }
});

describe("answers", () => {
  test.each([
    [200, { success: true }, "accepted"],
    [400, { success: false, error: "Invalid integration id or token provided." }, "final, off"],
    [401, { message: "Invalid integration id or token provided." }, "final, off"],
    [401, "<html>", "retry"],
    [400, { success: false, error: "invalid-channel" }, "final, off"],
    [400, { success: false, error: "error-running-script" }, "final"],
    [404, "", "final, off"],
    [429, { success: false, error: "error-too-many-requests" }, "wait 60000"],
    [500, "", "retry"],
    [503, "Service Unavailable", "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(meaningOf(judging(rocketChat)(status, text))).toBe(meaning);
  });
});
