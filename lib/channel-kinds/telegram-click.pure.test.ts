import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { NOTIFICATIONS } from "@/testing/notification-examples";
import { interpretResponse } from "./interpret";
import { telegram } from "./telegram";
import { buildPoll, buildReplies, isInChat, readPolled, type TelegramClick } from "./telegram-click";

const ID = "019e7140-1111-7c3e-9d15-0f6f8e2b7a44";
const TOKEN = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc";

const query = (data: string, more: object = {}) => ({
  id: "q1",
  from: { id: 7, first_name: "Ann" },
  message: { message_id: 365, chat: { id: -100, username: "Ops_Room" } },
  data,
  ...more,
});
const read = (...queries: unknown[]) =>
  readPolled({
    status: 200,
    headers: {},
    text: JSON.stringify({
      ok: true,
      result: queries.map((each, i) => ({ update_id: i + 1, callback_query: each })),
    }),
  });
const readOneClick = (each: unknown) => {
  const polled = read(each);
  return polled.kind === "updates" ? polled.updates[0]?.press : null;
};

test("a letter and an incident are a click", () => {
  expect(readOneClick(query(`a${ID}`))).toEqual({
    id: "q1",
    incidentId: ID,
    answer: "acknowledge",
    name: "Ann",
    chat: { id: "-100", username: "Ops_Room" },
    messageRef: "365",
  });
  expect(readOneClick(query(`s${ID}`))).toMatchObject({ answer: "snooze_hour" });
});

test.each([
  ["nothing", undefined],
  ["another letter", query(`p${ID}`)],
  ["no incident", query("a")],
  ["SQL", query("a'; DROP TABLE incidents --")],
  ["a longer id", query(`a${ID}0`)],
  ["no chat, as in what was shared inline", query(`a${ID}`, { message: undefined, inline_message_id: "1" })],
  ["no sender", query(`a${ID}`, { from: undefined })],
  ["an endless id", query(`a${ID}`, { id: "q".repeat(101) })],
])("%s is not a click, and is passed over", (_, each) => {
  const polled = read(each, query(`a${ID}`));
  expect(polled).toMatchObject({
    kind: "updates",
    updates: [
      { id: 1, press: null },
      { id: 2, press: {} },
    ],
  });
});

test.each([
  [409, "{}", { kind: "stop" }],
  [401, "{}", { kind: "stop" }],
  [404, "{}", { kind: "stop" }],
  [429, '{"parameters":{"retry_after":7}}', { kind: "wait", ms: 7_000 }],
  [502, "<html>", { kind: "wait", ms: 5_000 }],
  [200, "<html>", { kind: "wait", ms: 5_000 }],
  [200, '{"ok":true,"result":"x"}', { kind: "wait", ms: 5_000 }],
])("%i %s → %j", (status, text, meaning) => {
  expect(readPolled({ status, text, headers: {} })).toEqual(meaning);
});

test("a click counts in its chat, by number or by name", () => {
  const click = readOneClick(query(`a${ID}`)) as TelegramClick;
  for (const chat of ["-100", "@ops_room"]) expect(isInChat(click, chat)).toBe(true);
  for (const chat of ["100", "-1001", "@ops", "@", ""]) expect(isInChat(click, chat)).toBe(false);
  const nameless = { ...click, chat: { id: "-100", username: "" } };
  expect(isInChat(nameless, "@")).toBe(false);
});

test("only what is clicked is fetched, and a name cannot make a reply too long", () => {
  expect(JSON.parse(buildPoll(TOKEN, null).body)).toEqual({
    timeout: 25,
    allowed_updates: ["callback_query"],
  });
  expect(JSON.parse(buildPoll(TOKEN, 7).body)).toMatchObject({ offset: 7 });
  const click = readOneClick(query(`a${ID}`)) as TelegramClick;
  const [response, edit] = buildReplies(TOKEN, click, {
    text: "n".repeat(500),
    isOpen: true,
    isPrivate: false,
  }).map(({ body }) => JSON.parse(body));
  expect(response.text).toHaveLength(200);
  expect(edit.reply_markup.inline_keyboard).toHaveLength(2);
  expect(edit).not.toHaveProperty("parse_mode");
});

test("with `buttons` messages about something wrong have them, in 64 bytes, and without it no message does", () => {
  const settings = telegram.settings.parse({ bot_token: TOKEN, chat_id: "-100" });
  const markups = (name: string, buttons: string) =>
    telegram
      .buildRequests(NOTIFICATIONS[name] as Notification, { ...settings, buttons }, null)
      .map(({ body }) => JSON.parse(body).reply_markup);
  for (const name of Object.keys(NOTIFICATIONS)) expect(markups(name, "").filter(Boolean)).toEqual([]);
  for (const name of ["missing", "errored", "overran", "reminder"]) {
    const [markup] = markups(name, "on");
    for (const { callback_data } of markup.inline_keyboard.flat())
      expect(Buffer.byteLength(callback_data)).toBeLessThanOrEqual(64);
  }
  for (const name of ["reporting", "past", "test", "drill", "removed"])
    expect(markups(name, "on").filter(Boolean)).toEqual([]);
});

test("an acknowledgement takes the place of the buttons of the first message, and its end gives them back", () => {
  const settings = telegram.settings.parse({ bot_token: TOKEN, chat_id: "@ops_room", buttons: "on" });
  const first = NOTIFICATIONS.missing as Notification;
  const edit = (acknowledgedBy: string | null, ref: string | null = "365") =>
    telegram
      .buildRequests(
        { ...(NOTIFICATIONS.acknowledged as Notification), acknowledgedBy, first },
        settings,
        ref,
      )
      .map(({ url, body }) => ({ method: url.split("/").at(-1), ...JSON.parse(body) }));
  const [sent] = telegram.buildRequests(first, settings, null).map(({ body }) => JSON.parse(body));
  const message = { method: "editMessageReplyMarkup", chat_id: "@ops_room", message_id: 365 };
  const text = expect.stringMatching(/^Acknowledged by ann@example.com, \d\d:\d\d UTC$/);
  expect(edit("ann@example.com")).toEqual([
    { ...message, reply_markup: { inline_keyboard: [[{ text, callback_data: "-" }]] } },
  ]);
  expect(edit(null)).toEqual([{ ...message, reply_markup: sent.reply_markup }]);
  expect(edit("ann@example.com", null)).toEqual([]);
  const [request] = telegram.buildRequests(
    { ...(NOTIFICATIONS.acknowledged as Notification), first },
    settings,
    "365",
  );
  const gone = {
    status: 400,
    headers: {},
    text: '{"description":"Bad Request: message to edit not found"}',
  };
  expect(request && interpretResponse(telegram, gone, request)).toEqual({ kind: "accepted" });
});
