import { z } from "zod";
import { parseJson } from "@/lib/rules/parse-json";
import type { ImportedChannel, LeftOut } from "../imported";
import type { Notification } from "./read-file";

type Read = (config: Record<string, unknown>) => { kind: string; settings: Record<string, unknown> };

const channel = (kind: string, settings: Record<string, unknown>) => ({
  kind,
  // Settings that are not filled in are empty texts or absent.
  settings: Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== "" && value !== undefined),
  ),
});

const text = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** The kinds of notifications that both have, by Uptime Kuma’s names of the kinds and of their settings. */
const KINDS: Record<string, Read> = {
  webhook: ({ webhookURL: url }) => channel("webhook", { url }),
  slack: ({ slackwebhookURL: url }) => channel("slack", { url }),
  discord: ({ discordWebhookUrl: url, threadId }) =>
    channel("discord", { url: threadId ? `${url}?thread_id=${text(threadId)}` : url }),
  teams: ({ webhookUrl: url }) => channel("teams", { url }),
  mattermost: ({ mattermostWebhookUrl: url }) => channel("mattermost", { url }),
  "rocket.chat": ({ rocketwebhookURL: url }) => channel("rocket_chat", { url }),
  GoogleChat: ({ googleChatWebhookURL: url }) => channel("google_chat", { url }),
  telegram: (config) =>
    channel("telegram", {
      bot_token: config.telegramBotToken,
      chat_id: text(config.telegramChatID),
      thread_id: text(config.telegramMessageThreadID),
    }),
  ntfy: (config) =>
    channel("ntfy", {
      url: config.ntfyserverurl,
      topic: config.ntfytopic,
      ...(config.ntfyAuthenticationMethod === "accessToken" && { token: config.ntfyaccesstoken }),
      ...(config.ntfyAuthenticationMethod === "usernamePassword" && {
        user: config.ntfyusername,
        password: config.ntfypassword,
      }),
    }),
  gotify: (config) =>
    channel("gotify", { url: config.gotifyserverurl, token: config.gotifyapplicationToken }),
  matrix: (config) =>
    channel("matrix", { url: config.homeserverUrl, token: config.accessToken, room: config.internalRoomId }),
  pushover: (config) => channel("pushover", { token: config.pushoverapptoken, user: config.pushoveruserkey }),
  PagerDuty: ({ pagerdutyIntegrationKey: routing_key, pagerdutyIntegrationUrl: url = "" }) =>
    channel("pagerduty", {
      routing_key,
      region: String(url).includes(".eu.") ? "eu" : "us",
      ...(!String(url).includes(".pagerduty.com") && { url }),
    }),
  GoAlert: ({ goAlertBaseURL: url, goAlertToken: token }) => channel("goalert", { url, token }),
  Opsgenie: (config) =>
    channel("opsgenie", {
      key: config.opsgenieApiKey,
      service: config.opsgenieRegion === "eu" ? "opsgenie_eu" : "opsgenie",
    }),
  twilio: (config) =>
    channel("twilio", {
      sid: config.twilioAccountSID,
      token: config.twilioAuthToken,
      from: config.twilioFromNumber,
      to: config.twilioToNumber,
    }),
};

const configuration = z.record(z.string(), z.unknown());

/** A notification as a channel of ours, or why it is none. */
export function toChannel({ id, name, active, config }: Notification): ImportedChannel | LeftOut {
  const fields = configuration.safeParse(parseJson(config)).data ?? {};
  const type = typeof fields.type === "string" ? fields.type : "";
  const what = `notification “${name || type}”`;
  if (!active) return { what, why: "it is switched off" };
  const read = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (read) return { key: String(id), name, ...read(fields) };
  if (type === "smtp")
    return { what, why: "enter the addresses as recipients in Settings, or invite the people" };
  return { what, why: `Tattle has no channel for ${type || "it"}: a webhook or Apprise may work instead` };
}
