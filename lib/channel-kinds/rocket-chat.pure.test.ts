import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
import { hostileNotification } from "@/testing/notification-examples";
import { rocketChat } from "./rocket-chat";

const url = "https://chat.example.com/hooks/XXXX/XXXX";
const buildRequests = (notification: Notification) => rocketChat.buildRequests(notification, { url }, null);
const buildBody = (notification: Notification) => JSON.parse(buildRequests(notification)[0]?.body ?? "null");

test("texts are in a block of code, and mentions are none even there", () => {
  expect(buildBody(hostileNotification("@all @here #general [x](https://evil.example)")).text).toMatch(
    /^```\n@\u200ball @\u200bhere #\u200bgeneral \[x\]\(https:\/\/evil\.example\) is missing\n/,
  );
});

describe("responses", () => {
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
    expect(formatMeaning(interpreting(rocketChat)(status, text))).toBe(meaning);
  });
});
