/** Settings of each kind of channel, all of them given, and what the receiver would name an earlier message. */
export const CHANNEL_EXAMPLES: Record<string, { settings: Record<string, string>; ref?: string }> = {
  slack: { settings: { url: "https://hooks.slack.com/services/T000/B000/XXXX" } },
  pagerduty: { settings: { routing_key: "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00", region: "us" } },
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
};
