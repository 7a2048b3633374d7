import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { zulip } from "./zulip";

const config = CHANNEL_EXAMPLES.zulip?.settings ?? {};
const settings = zulip.settings.parse(config);
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification) => zulip.buildRequests(notification, settings, null);
const buildForm = (notification: Notification) =>
  Object.fromEntries(new URLSearchParams(buildRequests(notification)[0]?.body));

test("the topic is the snitch, and the text a block of code", () => {
  expect(buildForm(example("missing"))).toMatchObject({
    type: "stream",
    to: "operations",
    topic: "Nightly backup",
    content: expect.stringMatching(/^```text\nNightly backup is missing\n/),
  });
  expect(buildRequests(example("missing"))[0]?.headers.Authorization).toBe(
    `Basic ${Buffer.from("tattle-bot@acme.zulipchat.com:aBcDeFgHiJkLmNoPqRsTuVwXyZ012345").toString("base64")}`,
  );
});

test("a topic is one line without control characters, at most 60 characters long, and never empty", () => {
  expect(buildForm(hostileNotification("line one\r\nX-Injected: yes\u0000")).topic).toBe(
    "line one X-Injected: yes",
  );
  expect(buildForm(hostileNotification(" \n ")).topic).toBe("c2354d53d2");
  for (const name of HOSTILE_NAMES)
    expect(buildForm(hostileNotification(name)).topic?.length).toBeLessThanOrEqual(60);
});
