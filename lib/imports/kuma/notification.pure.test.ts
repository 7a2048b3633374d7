import fc from "fast-check";
import { expect, test } from "vitest";
import { channelInput, newChannel } from "@/lib/channels/input";
import { toChannel } from "./notification";

const notification = (config: unknown, active = true) => ({
  id: 7,
  name: "On-call",
  active,
  config: typeof config === "string" ? config : JSON.stringify(config),
});

const HEX = "0123456789abcdef0123456789abcdef";

const configs: [string, object, Record<string, string>][] = [
  [
    "webhook",
    { type: "webhook", webhookURL: "https://example.com/x", webhookContentType: "json" },
    { url: "https://example.com/x" },
  ],
  [
    "slack",
    { type: "slack", slackwebhookURL: "https://hooks.slack.com/services/T/B/X" },
    { url: "https://hooks.slack.com/services/T/B/X" },
  ],
  [
    "discord",
    { type: "discord", discordWebhookUrl: "https://discord.com/api/webhooks/12/abc", threadId: "34" },
    { url: "https://discord.com/api/webhooks/12/abc?thread_id=34" },
  ],
  [
    "telegram",
    {
      type: "telegram",
      telegramBotToken: "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc",
      telegramChatID: -1001234,
    },
    { bot_token: "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc", chat_id: "-1001234" },
  ],
  [
    "ntfy",
    {
      type: "ntfy",
      ntfyserverurl: "https://ntfy.example.com/",
      ntfytopic: "jobs",
      ntfyAuthenticationMethod: "usernamePassword",
      ntfyusername: "ada",
      ntfypassword: "secret",
      ntfyaccesstoken: "old",
    },
    { url: "https://ntfy.example.com", topic: "jobs", user: "ada", password: "secret" },
  ],
  [
    "gotify",
    { type: "gotify", gotifyserverurl: "https://g.example.com", gotifyapplicationToken: "AbC" },
    { url: "https://g.example.com", token: "AbC" },
  ],
  [
    "mattermost",
    { type: "mattermost", mattermostWebhookUrl: "https://m.example.com/hooks/x" },
    { url: "https://m.example.com/hooks/x" },
  ],
  [
    "rocket_chat",
    { type: "rocket.chat", rocketwebhookURL: "https://r.example.com/hooks/x/y" },
    { url: "https://r.example.com/hooks/x/y" },
  ],
  [
    "google_chat",
    {
      type: "GoogleChat",
      googleChatWebhookURL: "https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t",
    },
    { url: "https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t" },
  ],
  [
    "matrix",
    {
      type: "matrix",
      homeserverUrl: "https://matrix.example.com",
      accessToken: "syt_x",
      internalRoomId: "!a:example.com",
    },
    { url: "https://matrix.example.com", token: "syt_x", room: "!a:example.com" },
  ],
  [
    "pushover",
    {
      type: "pushover",
      pushoverapptoken: "azGDORePK8gMaC0QOYAMyEEuzJnyUi",
      pushoveruserkey: "uQiRzpo4DXghDmr9QzzfQu27cmVRsG",
    },
    { token: "azGDORePK8gMaC0QOYAMyEEuzJnyUi", user: "uQiRzpo4DXghDmr9QzzfQu27cmVRsG" },
  ],
  [
    "pagerduty",
    {
      type: "PagerDuty",
      pagerdutyIntegrationKey: HEX,
      pagerdutyIntegrationUrl: "https://events.eu.pagerduty.com/v2/enqueue",
    },
    { routing_key: HEX, region: "eu" },
  ],
  [
    "pagerduty",
    {
      type: "PagerDuty",
      pagerdutyIntegrationKey: "route-token",
      pagerdutyIntegrationUrl: "https://relay.example.com/api/integrations/webhook",
    },
    { routing_key: "route-token", url: "https://relay.example.com/api/integrations/webhook" },
  ],
  [
    "goalert",
    { type: "GoAlert", goAlertBaseURL: "https://goalert.example.com/", goAlertToken: "0a1b-2c3d" },
    { url: "https://goalert.example.com", token: "0a1b-2c3d" },
  ],
  [
    "opsgenie",
    { type: "Opsgenie", opsgenieApiKey: "0a1b2c3d-0000-0000-0000-000000000000", opsgenieRegion: "eu" },
    { key: "0a1b2c3d-0000-0000-0000-000000000000", service: "opsgenie_eu" },
  ],
  [
    "twilio",
    {
      type: "twilio",
      twilioAccountSID: `AC${HEX}`,
      twilioAuthToken: HEX,
      twilioFromNumber: "+15005550006",
      twilioToNumber: "+15558675310",
    },
    { sid: `AC${HEX}`, token: HEX, from: "+15005550006", to: "+15558675310" },
  ],
];
test.each(configs)(
  "a notification of the kind %s is a valid channel with the same secrets",
  (kind, config, settings) => {
    const channel = toChannel(notification(config));

    if (!("key" in channel)) throw new Error(channel.why);
    const input = channelInput(newChannel.parse(channel));
    expect(input).toMatchObject({ kind, name: "On-call", settings });
  },
);

const leftOut: [string, ReturnType<typeof notification>, RegExp][] = [
  ["switched off", notification({ type: "slack" }, false), /^it is switched off$/],
  ["an e-mail", notification({ type: "smtp" }), /^enter the addresses as recipients/],
  ["of an unknown kind", notification({ type: "line" }), /^Tattle has no channel for line:/],
  [
    "of a kind like a property of objects",
    notification({ type: "constructor" }),
    /^Tattle has no channel for/,
  ],
  ["no JSON", notification("{"), /^Tattle has no channel for it:/],
];
test.each(leftOut)("a notification that is %s is left out with the way out", (_, given, why) => {
  expect(toChannel(given)).toEqual({ what: "notification “On-call”", why: expect.stringMatching(why) });
});

test("any configuration is either a channel or left out", () => {
  const kinds = configs.map(([, config]) => (config as { type: string }).type);
  const config = fc.tuple(fc.constantFrom(...kinds), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(config, ([type, rest]) => {
      const result = toChannel(notification({ ...rest, type }));
      expect("key" in result || result.why !== "").toBe(true);
    }),
  );
});
