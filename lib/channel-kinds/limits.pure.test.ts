import fc from "fast-check";
import { expect, test } from "vitest";
import { NOTIFICATION_EVENTS, type Notification } from "@/lib/rules/messages/notification";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { schemaErrors } from "@/testing/schema-errors";
import { findKind } from "./find";
import type { Outgoing } from "./kind";

const textUpTo = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: "binary", maxLength, size: "max" }),
    fc.string({ unit: fc.constantFrom(...'&<`*_@#\\"\u0001\n[]()~|:/'), maxLength, size: "max" }),
  );

const anyNotification: fc.Arbitrary<Notification> = fc
  .record({
    event: fc.constantFrom(...NOTIFICATION_EVENTS),
    isPast: fc.boolean(),
    name: textUpTo(255),
    notes: textUpTo(5_000),
    message: textUpTo(5_000),
    tags: fc.array(textUpTo(100), { maxLength: 30 }),
    caseName: textUpTo(100),
    acknowledgedBy: fc.option(textUpTo(320)),
  })
  .map(({ name, notes, tags, ...others }) => {
    const notification = hostileNotification(name);
    return { ...notification, ...others, snitch: { ...notification.snitch, notes, tags } };
  });

const TEXTS = ["\u0001".repeat(255), "<b".repeat(127), "語".repeat(255), "x&to=everyone", ...HOSTILE_NAMES];
const NAMED = hostileNotification("x");
const EXTREMES: Notification[] = [
  ...TEXTS.map((text) => ({ ...hostileNotification(text), message: text.repeat(40) })),
  ...TEXTS.map((text) => ({ ...hostileNotification(text), event: "reporting" as const })),
  { ...NAMED, snitch: { ...NAMED.snitch, notes: "📢".repeat(20_000), tags: Array(30).fill("t".repeat(90)) } },
  { ...NAMED, event: "acknowledged", acknowledgedBy: "a".repeat(300) },
];

const parseJson = ({ body }: Outgoing) => JSON.parse(body);
const parseForm = ({ body }: Outgoing) => Object.fromEntries(new URLSearchParams(body));
const countBytes = ({ body }: Outgoing) => Buffer.byteLength(body);
const atMost = (max: number, length = 0) => expect(length).toBeLessThanOrEqual(max);
const validBy = (schema: string, { body }: Outgoing) => expect(schemaErrors(schema, body)).toEqual([]);

/** What a service takes, and what it must not be asked for. */
const LIMITS: Record<string, (request: Outgoing) => void> = {
  alertmanager: (request) => validBy("alertmanager-alerts", request),
  apprise: (request) => {
    const { title, body, format } = parseJson(request);
    atMost(250, title.length);
    atMost(10_000, body.length);
    expect([format, body !== ""]).toEqual(["text", true]);
  },
  discord: (request) => {
    const { content = "", embeds = [], allowed_mentions } = parseJson(request);
    expect(allowed_mentions).toEqual({ parse: [] });
    atMost(2_000, content.length);
    for (const { title, description } of embeds) {
      atMost(256, title.length);
      atMost(4_096, description.length);
      atMost(6_000, title.length + description.length);
    }
    validBy("discord-webhook", request);
  },
  teams: (request) => {
    atMost(28 * 1_024, countBytes(request));
    validBy("adaptive-card-1.4", request);
  },
  google_chat: (request) => {
    atMost(32_000, countBytes(request));
    validBy("google-chat-message", request);
  },
  github: (request) => validBy("github-issue", request),
  matrix: (request) => {
    atMost(65_536, countBytes(request));
    validBy("matrix-message", request);
  },
  mattermost: (request) => {
    expect(Object.keys(parseJson(request))).toEqual(["text"]);
    atMost(16_383, parseJson(request).text.length);
  },
  ntfy: (request) => {
    atMost(1_024, Buffer.byteLength(parseJson(request).title));
    atMost(4_096, Buffer.byteLength(parseJson(request).message));
  },
  rocket_chat: (request) => {
    const { text, ...others } = parseJson(request);
    expect(others).toEqual({ parseUrls: false });
    atMost(5_000, text.length);
  },
  zulip: (request) => {
    expect(parseForm(request)).toMatchObject({ type: "stream", to: "operations" });
    expect(Object.keys(parseForm(request))).toEqual(["type", "to", "topic", "content"]);
    atMost(60, parseForm(request).topic?.length);
    atMost(10_000, parseForm(request).content?.length);
  },
  pagerduty: (request) => {
    atMost(512 * 1_024, countBytes(request));
    validBy("pagerduty-event", request);
  },
  opsgenie: (request) => validBy("opsgenie-alert", request),
  goalert: (request) => {
    atMost(1_024, parseForm(request).summary?.length);
    atMost(6_144, parseForm(request).details?.length);
  },
  splunk_on_call: (request) => validBy("splunk-on-call-alert", request),
  gotify: (request) => {
    expect(parseJson(request).extras["client::display"].contentType).toBe("text/plain");
    atMost(500, parseJson(request).title.length);
    atMost(4_000, parseJson(request).message.length);
    validBy("gotify-message", request);
  },
  twilio: (request) => atMost(1_600, parseForm(request).Body?.length),
};

test.each(Object.entries(LIMITS))("%s takes whatever people write", (name, check) => {
  const kind = findKind(name);
  const settings = kind.settings.parse(CHANNEL_EXAMPLES[name]?.settings ?? {});
  const refs = [null, CHANNEL_EXAMPLES[name]?.ref ?? null];
  const checkAll = (notification: Notification, ref: string | null) => {
    for (const request of kind.buildRequests(notification, settings, ref)) check(request);
  };
  for (const notification of [...Object.values(NOTIFICATIONS), ...EXTREMES])
    for (const ref of refs) checkAll(notification, ref);
  fc.assert(fc.property(anyNotification, fc.constantFrom(...refs), checkAll), { numRuns: 40 });
});
