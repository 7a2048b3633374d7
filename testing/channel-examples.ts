import { ALL_KINDS } from "@/lib/channel-kinds/find";
import type { AnyKind } from "@/lib/channel-kinds/kind";

/** `or`: settings in place of the others. */
type ChannelExample = { settings: Record<string, string>; or?: Record<string, string>; ref?: string };

/** What the examples in the forms do not say: a host of its own for each kind, and how the receiver names an earlier message. */
const WRITTEN: Record<string, ChannelExample> = {
  webhook: {
    settings: { url: "https://hooks.example.com/tattle", headers: "Authorization: Bearer s3cret-0123456789" },
  },
  slack: {
    settings: { url: "https://hooks.slack.com/services/T000/B000/XXXX" },
    or: {
      bot_token: "xoxb-1234567890-EXAMPLE",
      app_token: "xapp-1-A0123456789-EXAMPLE",
      channel: "C0123456789",
    },
  },
  discord: {
    settings: { url: "https://discord.com/api/webhooks/1234567890/XXXX" },
    ref: "1300000000000000000",
  },
  teams: {
    settings: {
      url: "https://prod-00.westeurope.logic.azure.com/workflows/0123456789abcdef/triggers/manual/paths/invoke?api-version=2016-06-01&sig=XXXX",
    },
  },
  google_chat: {
    settings: { url: "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=XXXX&token=XXXX" },
  },
  mattermost: { settings: { url: "https://mattermost.example.com/hooks/XXXX" } },
  rocket_chat: { settings: { url: "https://chat.example.com/hooks/XXXX/XXXX" } },
  zulip: {
    settings: {
      url: "https://acme.zulipchat.com",
      email: "tattle-bot@acme.zulipchat.com",
      key: "aBcDeFgHiJkLmNoPqRsTuVwXyZ012345",
      stream: "operations",
    },
  },
  pagerduty: {
    settings: {
      routing_key: "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00",
      region: "us",
      webhook_secret: "uXwjPM0qDPVfkyDdYAhtG8Wm0nQIDkJdPbsXd8Vn",
    },
  },
  goalert: {
    settings: { url: "https://goalert.example.com", token: "0a1b2c3d-0000-4000-8000-000000000000" },
  },
  opsgenie: { settings: { key: "0a1b2c3d-0000-0000-0000-000000000000", service: "jsm" } },
  splunk_on_call: {
    settings: { key: "0a1b2c3d-0000-0000-0000-000000000000", routing: "operations" },
  },
  gotify: { settings: { url: "https://gotify.example.com", token: "AbCdEfGhIjKlMnO" } },
  twilio: {
    settings: {
      sid: "AC0123456789abcdef0123456789abcdef",
      token: "0123456789abcdef0123456789abcdef",
      from: "+15005550006",
      to: "+15558675310",
    },
  },
  ntfy: {
    settings: {
      url: "https://ntfy.example.com",
      topic: "tattle-7f3kq9",
      token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2",
      user: "tattle",
      password: "correct horse",
    },
  },
  pushover: {
    settings: {
      token: "azGDORePK8gMaC0QOYAMyEEuzJnyUi",
      user: "uQiRzpo4DXghDmr9QzzfQu27cmVRsG",
      priority: "2",
    },
  },
  telegram: {
    settings: {
      bot_token: "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc",
      chat_id: "-1001234567890",
      thread_id: "42",
    },
    ref: "365",
  },
  matrix: {
    settings: {
      url: "https://matrix.example.com",
      token: "syt_dGF0dGxl_ExampleExampleExample_1abcDE",
      room: "!636q39766251:example.com",
    },
    ref: "$YUwRidLecu:example.com",
  },
  github: {
    settings: { repository: "acme/operations", token: "github_pat_11EXAMPLE0example" },
    ref: "1347",
  },
  alertmanager: {
    settings: { url: "https://alertmanager.example.com" },
    ref: '{"alertname":"Nightly backup","snitch":"c2354d53d2","severity":"critical","case":"Acme"}',
  },
  apprise: { settings: { url: "https://apprise.example.com", key: "tattle", tag: "oncall" } },
  web_push: {
    settings: {
      endpoint: "https://push.example.com/send/abc:def",
      p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
      auth: "tBHItJI5svbpez7KI4CCXg",
      browser: "Firefox on Linux",
    },
  },
};

/** The examples that a form shows. */
const findShown = ({ settings }: AnyKind): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings.shape).map(([name, setting]) => {
      const [shown] = (setting.meta()?.examples ?? []) as string[];
      return [name, String(shown)];
    }),
  );

/** Settings of each kind of channel, all of them given, and what the receiver would name an earlier message. */
export const CHANNEL_EXAMPLES: Record<string, ChannelExample> = {
  ...Object.fromEntries(ALL_KINDS.map((kind) => [kind.kind, { settings: findShown(kind) }])),
  ...WRITTEN,
};
