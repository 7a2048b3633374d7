import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { googleChat } from "./google-chat";

const url = "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=XXXX&token=a%3D%3D";
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification) => googleChat.buildRequests(notification, { url }, null);
const buildBody = (notification: Notification) => JSON.parse(buildRequests(notification)[0]?.body ?? "null");
const buildWidgets = (notification: Notification) =>
  buildBody(notification).cardsV2[0].card.sections[0].widgets;

test("all messages about an incident are in one thread, and the URL stays what it is", () => {
  for (const name of ["missing", "reminder", "reporting", "past"])
    expect(buildBody(example(name)).thread).toEqual({ threadKey: NOTIFICATIONS.missing?.incident?.id });
  expect(buildBody(example("test"))).not.toHaveProperty("thread");
  const target = new URL(buildRequests(example("missing"))[0]?.url ?? "");
  expect(Object.fromEntries(target.searchParams)).toEqual({
    key: "XXXX",
    token: "a==",
    messageReplyOption: "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD",
  });
});

test("an acknowledgement is not a message, and what is past has no facts", () => {
  expect(buildRequests(example("acknowledged"))).toEqual([]);
  expect(buildWidgets(example("past")).map((widget: object) => Object.keys(widget)[0])).toEqual([
    "textParagraph",
    "textParagraph",
    "buttonList",
  ]);
});

test.each([
  ["<b>bold</b><script>", "<\u200bb>bold<\u200b/b><\u200bscript>"],
  ["<a href='https://evil.example'>x</a>", "<\u200ba href='https://evil.example'>x<\u200b/a>"],
  ["&lt;b&gt; & &#60; R&D", "&\u200blt;b&\u200bgt; & &\u200b#60; R&\u200bD"],
  ["<!-- x -->", "<\u200b!-- x -->"],
  ["one\r\ntwo\nthree", "one<br>two<br>three"],
  ["*bold* _italic_ a < b", "*bold* _italic_ a < b"],
])("shows %j as it is", (name, text) => {
  expect(buildWidgets(hostileNotification(name))[0].textParagraph.text).toBe(`<b>${text} is missing</b>`);
});

test("the notification is plain text, and no one is mentioned", () => {
  const body = buildBody(hostileNotification("<users/all> *x*"));
  expect(body.fallbackText).toBe("<users/all> *x* is missing");
  expect(body).not.toHaveProperty("text");
});
