import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
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
