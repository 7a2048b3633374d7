import { expect, test } from "vitest";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { findKind } from "./find";

type Values = Record<string, Record<string, string[]>>;

const DISCORD = "https://discord.com/api/webhooks/1/x";
const GOOGLE = "https://chat.googleapis.com/v1/spaces";
const AUTOMATIONS = "powerautomate/automations/direct";
const INVOKE = "triggers/manual/paths/invoke";
const KEY = "0a1b2c3d-0000-0000-0000-000000000000";
const NOT_A_PUSHOVER_KEY = ["", "short", "x".repeat(31), `${"x".repeat(29)}-`];

/** What else a setting may be, besides the example. */
const ACCEPTED: Values = {
  discord: {
    url: [
      "https://discord.com/api/webhooks/1/a-b_C",
      "https://discordapp.com/api/webhooks/1/x",
      "https://canary.discord.com/api/v10/webhooks/1/x?thread_id=5",
    ],
  },
  google_chat: { url: [`${GOOGLE}/A-b_C/messages?token=x&key=y&threadKey=z`] },
  slack: {
    url: ["https://hooks.slack.com/services/T0/B0/x", "https://hooks.slack-gov.com/workflows/T0/A/1/x"],
  },
  teams: {
    url: [
      `https://prod-12.westeurope.logic.azure.com:443/workflows/0a1b/${INVOKE}?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=x`,
      `https://default0a.environment.api.powerplatform.com/${AUTOMATIONS}/workflows/0a/${INVOKE}?api-version=1&sig=x`,
      `https://default0a.environment.api.powerplatform.com:443/${AUTOMATIONS}/cu/12/workflows/0a/${INVOKE}?sig=x`,
    ],
  },
  twilio: { from: ["Tattle", "+4915112345678", `MG${"a".repeat(32)}`] },
};

/** Values that the kind refuses. */
const REFUSED: Values = {
  alertmanager: {
    url: ["", "alertmanager", "ftp://a.example", "https://a:b@a.example", "https://a.example/?x=1"],
  },
  apprise: { key: ["a/b", "", ".."], tag: ["a+b", "a\nb", "a,,"] },
  discord: {
    url: [
      "http://discord.com/api/webhooks/1/x",
      "https://discord.com.evil.example/api/webhooks/1/x",
      `${DISCORD}/slack`,
      `${DISCORD}?wait=false`,
      "https://discord.com/channels/1/2",
      "https://discord.gg/abc",
    ],
  },
  github: { repository: ["acme", "acme/..", "acme/a/b", "../x/y", "acme/a?b"], token: ["a b"] },
  goalert: { token: ["", "a b", "a\r\nb"], url: ["goalert", "ftp://a.example"] },
  google_chat: {
    url: [
      `${GOOGLE}/AAAA/messages`,
      `${GOOGLE}/AAAA/messages?key=x`,
      `${GOOGLE}/AAAA/members?key=x&token=y`,
      "https://chat.googleapis.com.evil.example/v1/spaces/AAAA/messages?key=x&token=y",
      "http://chat.googleapis.com/v1/spaces/AAAA/messages?key=x&token=y",
      "https://chat.google.com/room/AAAA",
    ],
  },
  gotify: { token: ["", "a b", "a\r\nX-Injected: yes"], url: ["gotify"] },
  matrix: { room: ["#alias:example.com", "!a b"], token: ["a b", "a\nb"], url: ["x"] },
  mattermost: {
    url: [
      "ftp://mattermost.example.com/hooks/x",
      "mattermost.example.com",
      "https://a:b@example.com/hooks/x",
      "",
    ],
  },
  ntfy: { topic: ["", "a b", "a/b", "ä", "x".repeat(65), "../admin"] },
  opsgenie: { key: ["", "key", KEY.slice(1), `${KEY}\r\nX: y`] },
  pagerduty: {
    routing_key: ["", "short", "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY0!", "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY000"],
    url: ["oncall", "https://user:pw@oncall.example.com", "ftp://oncall.example.com"],
  },
  pushover: { token: NOT_A_PUSHOVER_KEY, user: NOT_A_PUSHOVER_KEY },
  slack: {
    url: [
      "http://hooks.slack.com/services/T0/B0/x",
      "https://hooks.slack.com.evil.example/services/x",
      "https://hooks.slack.com/x",
      "https://a:b@hooks.slack.com/services/x",
      "https://hooks.slack.com:8443/services/x",
      "services/T0",
      "",
    ],
  },
  splunk_on_call: {
    key: ["", "https://alert.victorops.com/integrations/generic/20131114/alert/x/y"],
    routing: ["", "a/../b", "a?b"],
  },
  teams: {
    url: [
      `https://logic.azure.com.evil.example/workflows/0a/${INVOKE}?sig=x`,
      `https://prod-12.westeurope.logic.azure.com/workflows/0a/${INVOKE}`,
      `http://prod-12.westeurope.logic.azure.com/workflows/0a/${INVOKE}?sig=x`,
      "https://teams.microsoft.com/l/channel/19",
      "",
    ],
  },
  telegram: {
    bot_token: ["123:short", "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-b/"],
    chat_id: ["group", "@a", "1 2"],
    thread_id: ["x"],
  },
  twilio: {
    sid: [`SK${"0".repeat(32)}`, "AC0/../x"],
    token: [""],
    from: ["123456", "A sender name"],
    to: ["01511234567", "+1 555 867 5310", "+1"],
  },
  zulip: { email: ["tattle", "a:b@example.com"], key: ["k\r\ny", ""], stream: [""] },
};

const rowsOf = (values: Values) =>
  Object.entries(values).flatMap(([kind, settings]) =>
    Object.entries(settings).flatMap(([setting, all]) => all.map((value) => [kind, setting, value] as const)),
  );

const problemsOf = (kind: string, setting: string, value: string) =>
  findKind(kind)
    .settings.safeParse({ ...CHANNEL_EXAMPLES[kind]?.settings, [setting]: value })
    .error?.issues.map(({ path }) => path[0]);

test.each(rowsOf(ACCEPTED))("%s takes a %s like %j", (...row) => {
  expect(problemsOf(...row)).toBeUndefined();
});

test.each(rowsOf(REFUSED))("%s refuses the %s %j", (...row) => {
  expect(problemsOf(...row)).toContain(row[1]);
});
