import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { twilio } from "./twilio";

const config = CHANNEL_EXAMPLES.twilio?.settings ?? {};
const settings = twilio.settings.parse(config);
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification, changed = {}) =>
  twilio.buildRequests(notification, { ...settings, ...changed }, null);
const buildForm = (notification: Notification, changed = {}) =>
  Object.fromEntries(new URLSearchParams(buildRequests(notification, changed)[0]?.body));

test("a message is the title and the most useful link", () => {
  expect(buildForm(example("missing"))).toEqual({
    From: "+15005550006",
    To: "+15558675310",
    Body: `Nightly backup is missing\nAcknowledge: ${NOTIFICATIONS.missing?.incident?.url}/acknowledge`,
    SmartEncoded: "true",
    StatusCallback: NOTIFICATIONS.missing?.statusUrl,
  });
  expect(buildForm(example("past")).Body).toMatch(/^Nightly backup was missing, and has recovered\nOpen: /);
  expect(buildForm(example("test")).Body).toBe("Test message from Tattle");
  expect(buildRequests(example("acknowledged"))).toEqual([]);
});

test("the account is in the path, and its token in a header", () => {
  const [request] = buildRequests(example("missing"));
  expect(request?.url).toBe(`https://api.twilio.com/2010-04-01/Accounts/${settings.sid}/Messages.json`);
  expect(request?.headers.Authorization).toBe(
    `Basic ${Buffer.from(`${settings.sid}:${settings.token}`).toString("base64")}`,
  );
});

test("a messaging service is not a number", () => {
  const form = buildForm(example("missing"), { from: `MG${"0".repeat(32)}` });
  expect(form.MessagingServiceSid).toBe(`MG${"0".repeat(32)}`);
  expect(form).not.toHaveProperty("From");
});

test("without a public address nothing is asked back", () => {
  expect(buildForm({ ...example("missing"), statusUrl: null })).not.toHaveProperty("StatusCallback");
});

test("no name adds a member or a line, and no message has more than a few parts", () => {
  for (const name of [...HOSTILE_NAMES, "x&To=%2B19005550000"]) {
    const form = buildForm(hostileNotification(name));
    expect(Object.keys(form)).toEqual(["From", "To", "Body", "SmartEncoded", "StatusCallback"]);
    expect(form.To).toBe("+15558675310");
    expect(form.Body?.split("\n")).toHaveLength(2);
    expect(form.Body?.length).toBeLessThanOrEqual(400);
  }
  expect(buildForm(hostileNotification("<b>[x](https://evil.example)</b>")).Body).toMatch(
    /^<b>\[x\]\(https:\/\/evil\.example\)<\/b> is missing\n/,
  );
});
