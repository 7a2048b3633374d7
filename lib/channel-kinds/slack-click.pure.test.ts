import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { NOTIFICATIONS } from "@/testing/notification-examples";
import { interpretResponse } from "./interpret";
import { slack } from "./slack";
import { readEnvelope, readOpened, readWho, type SlackClick } from "./slack-click";

const ID = "019e7140-1111-7c3e-9d15-0f6f8e2b7a44";
const APP = {
  bot_token: "xoxb-1234567890-EXAMPLE",
  app_token: "xapp-1-A0123456789-EXAMPLE",
  channel: "C0123456789",
};
const settings = slack.settings.parse(APP);
const URL_SETTING = { url: "https://hooks.slack.com/services/T000/B000/XXXX" };

const payload = (more: object = {}) => ({
  type: "block_actions",
  user: { id: "UANN", name: "ann" },
  channel: { id: "C0123456789" },
  message: {
    ts: "1.1",
    team: "T1",
    text: "x",
    attachments: [{ color: "#d92d20", blocks: [{ type: "actions" }] }],
  },
  actions: [{ action_id: "acknowledge", action_ts: "2.2", value: ID }],
  ...more,
});
const read = (more?: object) =>
  readEnvelope(JSON.stringify({ type: "interactive", envelope_id: "e", payload: payload(more) }));

test("a button with an incident is a click, and whatever else comes is only acknowledged", () => {
  expect(read()).toMatchObject({ id: "e", press: { id: "UANN 2.2", incidentId: ID, answer: "acknowledge" } });
  for (const more of [
    { type: "view_submission" },
    { user: { id: "U&user=UADA" } },
    { actions: [] },
    { actions: [{ action_id: "pause", action_ts: "2.2", value: ID }] },
    { actions: [{ action_id: "acknowledge", action_ts: "2.2", value: `${ID}'` }] },
    { message: undefined },
  ])
    expect(read(more)).toEqual({ id: "e", isOver: false, press: null });
  expect(readEnvelope('{"type":"hello"}')).toEqual({ id: null, isOver: false, press: null });
  expect(readEnvelope('{"type":"disconnect"}')).toMatchObject({ isOver: true });
  expect(readEnvelope("<html>")).toEqual({ id: null, isOver: false, press: null });
});

test.each([
  ["wss://wss-primary.slack.com/link/?ticket=1", "socket"],
  ["wss://slack.com/", "socket"],
  ["ws://wss-primary.slack.com/", "wait"],
  ["https://slack.com/", "wait"],
  ["wss://slack.com.evil.example/", "wait"],
  ["wss://evilslack.com/", "wait"],
  ["wss://127.0.0.1/", "wait"],
  ["wss://[::1]/", "wait"],
  ["wss://slack.com:8443/", "wait"],
  ["wss://a@slack.com/", "wait"],
  [null, "wait"],
])("to open %s → %s", (url, kind) => {
  expect(readOpened({ status: 200, headers: {}, text: JSON.stringify({ ok: true, url }) })).toMatchObject({
    kind,
  });
});

test("a token that Slack does not know stops, and a limit waits", () => {
  const opened = (status: number, text: string) =>
    readOpened({ status, headers: { "retry-after": "30" }, text });
  expect(opened(200, '{"ok":false,"error":"invalid_auth"}')).toEqual({ kind: "stop" });
  expect(opened(200, '{"ok":false,"error":"internal_error"}')).toMatchObject({ kind: "wait" });
  expect(opened(429, "")).toEqual({ kind: "wait", ms: 30_000 });
});

test("only an address that this workspace has confirmed counts", () => {
  const click = read().press as SlackClick;
  const readEmail = (user: object) =>
    readWho(
      {
        status: 200,
        headers: {},
        text: JSON.stringify({ ok: true, user: { profile: { email: "a@b.c" }, ...user } }),
      },
      click,
    ).email;
  const ann = { team_id: "T1", is_email_confirmed: true };
  expect(readEmail(ann)).toBe("a@b.c");
  for (const more of [
    { team_id: "T2" },
    { team_id: undefined },
    { is_email_confirmed: false },
    { deleted: true },
    { is_bot: true },
  ])
    expect(readEmail({ ...ann, ...more })).toBeNull();
  expect(readWho(null, click)).toEqual({ name: "ann", email: null });
});

test("an app is all three settings, without the URL, and its secrets are secret", () => {
  expect(slack.settings.safeParse(APP).success).toBe(true);
  for (const wrong of [
    {},
    { ...APP, ...URL_SETTING },
    { ...APP, channel: "" },
    { ...APP, app_token: "" },
    { ...APP, channel: "#ops" },
    { ...APP, bot_token: "xapp-12345678" },
  ])
    expect(slack.settings.safeParse(wrong).success).toBe(false);
  expect(slack.secrets).toEqual(["url", "bot_token", "app_token"]);
  expect([slack.hasButtons?.(settings), slack.hasButtons?.(slack.settings.parse(URL_SETTING))]).toEqual([
    true,
    false,
  ]);
});

test("an app posts with buttons while something is wrong, and the end replaces the first message, too", () => {
  const build = (name: string, ref: string | null = null) =>
    slack.buildRequests(NOTIFICATIONS[name] as Notification, settings, ref);
  const [post] = build("missing");
  expect(post).toMatchObject({
    url: "https://slack.com/api/chat.postMessage",
    headers: { Authorization: `Bearer ${APP.bot_token}` },
  });
  expect(post?.body).toContain(`"action_id":"acknowledge"`);
  expect(post?.body).toContain(`"value":"${NOTIFICATIONS.missing?.incident?.id}"`);
  const methods = (name: string, ref: string | null) =>
    build(name, ref).map(({ url }) => url.split("/").at(-1));
  expect(methods("reporting", null)).toEqual(["chat.postMessage"]);
  expect(methods("reporting", "1.1")).toEqual(["chat.postMessage", "chat.update"]);
  expect(methods("reminder", "1.1")).toEqual(["chat.postMessage"]);
  expect(methods("past", "1.1")).toEqual(["chat.postMessage"]);
  expect(methods("acknowledged", "1.1")).toEqual([]);
  for (const name of ["reporting", "past", "test", "drill"])
    expect(
      build(name, "1.1")
        .map(({ body }) => body)
        .join(),
    ).not.toContain("action_id");
});

test("an acknowledgement edits the first message as it was sent, without its buttons, and its end gives them back", () => {
  const first = NOTIFICATIONS.errored as Notification;
  const edit = (acknowledgedBy: string | null, ref: string | null = "1.1") =>
    slack.buildRequests(
      { ...(NOTIFICATIONS.acknowledged as Notification), acknowledgedBy, first },
      settings,
      ref,
    );
  const [sent] = slack.buildRequests(first, settings, null).map(({ body }) => JSON.parse(body));
  const [taken] = edit("<!here>").map(({ url, body }) => ({ url, ...JSON.parse(body) }));
  expect(taken).toMatchObject({ url: "https://slack.com/api/chat.update", ts: "1.1", text: sent.text });
  expect(JSON.stringify(taken)).not.toContain("action_id");
  const facts = (message: typeof sent) => message.attachments[0].blocks.slice(0, 2);
  expect(facts(taken)).toEqual(facts(sent));
  expect(taken.attachments[0].blocks.at(-1).elements).toEqual([
    {
      type: "plain_text",
      text: expect.stringMatching(/^Acknowledged by <!here>, \d\d:\d\d UTC$/),
      emoji: false,
    },
  ]);
  const [open] = edit(null).map(({ body }) => JSON.parse(body));
  expect(open).toEqual({ ...sent, ts: "1.1" });
  expect(edit("ann@example.com", null)).toEqual([]);
});

test.each([
  [200, '{"ok":true,"ts":"1.1"}', { kind: "accepted", ref: "1.1" }],
  [200, '{"ok":false,"error":"invalid_auth"}', { kind: "final", switchOff: true }],
  [200, '{"ok":false,"error":"not_in_channel"}', { kind: "final", switchOff: true }],
  [200, '{"ok":false,"error":"invalid_blocks"}', { kind: "final", switchOff: false }],
  [200, '{"ok":false,"error":"internal_error"}', { kind: "retry" }],
  [200, "<html>", { kind: "retry" }],
  [429, "", { kind: "retry", afterMs: 60_000 }],
  [503, "", { kind: "retry" }],
])("%i %s → %j", (status, text, meaning) => {
  const [request] = slack.buildRequests(NOTIFICATIONS.missing as Notification, settings, null);
  if (request)
    expect(interpretResponse(slack, { status, text, headers: {} }, request)).toMatchObject(meaning);
});

test("a first message that no longer exists does not keep the end from counting as sent", () => {
  const requests = slack.buildRequests(NOTIFICATIONS.reporting as Notification, settings, "1.1");
  const gone = { status: 200, headers: {}, text: '{"ok":false,"error":"message_not_found"}' };
  expect(requests.map((request) => interpretResponse(slack, gone, request).kind)).toEqual([
    "retry",
    "accepted",
  ]);
});

test("a note is plain text in the thread, and nothing without one", () => {
  const message = {
    note: { by: "<!everyone>", state: "identified", text: `@channel <b> ${"n".repeat(5_000)}` },
  };
  expect(slack.buildRequests(message, settings, null)).toEqual([]);
  const body = JSON.parse(slack.buildRequests(message, settings, "1.1")[0]?.body ?? "");
  expect(body).toMatchObject({
    channel: APP.channel,
    thread_ts: "1.1",
    blocks: [{ text: { type: "plain_text" } }],
  });
  expect(body.text).toContain("&lt;!everyone&gt; (identified): @channel &lt;b&gt;");
  expect(body.blocks[0].text.text.length).toBeLessThanOrEqual(3_000);
});
