import fc from "fast-check";
import { expect, test } from "vitest";
import { NOTIFICATION_EVENTS, type Notification } from "@/lib/rules/messages/notification";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { hostileNotification } from "@/testing/notification-examples";
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

const parseJson = ({ body }: Outgoing) => JSON.parse(body);
const parseForm = ({ body }: Outgoing) => Object.fromEntries(new URLSearchParams(body));
const countBytes = ({ body }: Outgoing) => Buffer.byteLength(body);
const atMost = (max: number, length = 0) => expect(length).toBeLessThanOrEqual(max);
const validBy = (schema: string, { body }: Outgoing) => expect(schemaErrors(schema, body)).toEqual([]);

const LIMITS: Record<string, (request: Outgoing) => void> = {
  discord: (request) => {
    const { content = "", embeds = [] } = parseJson(request);
    atMost(2_000, content.length);
    for (const { title, description } of embeds) {
      atMost(256, title.length);
      atMost(4_096, description.length);
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
  mattermost: (request) => atMost(16_383, parseJson(request).text.length),
  rocket_chat: (request) => atMost(5_000, parseJson(request).text.length),
  zulip: (request) => {
    atMost(60, parseForm(request).topic?.length);
    atMost(10_000, parseForm(request).content?.length);
  },
  pagerduty: (request) => validBy("pagerduty-event", request),
  opsgenie: (request) => validBy("opsgenie-alert", request),
  goalert: (request) => {
    atMost(1_024, parseForm(request).summary?.length);
    atMost(6_144, parseForm(request).details?.length);
  },
  splunk_on_call: (request) => validBy("splunk-on-call-alert", request),
  gotify: (request) => validBy("gotify-message", request),
  twilio: (request) => atMost(1_600, parseForm(request).Body?.length),
};

test.each(Object.entries(LIMITS))("%s takes whatever people write", (name, check) => {
  const kind = findKind(name);
  const settings = kind.settings.parse(CHANNEL_EXAMPLES[name]?.settings ?? {});
  fc.assert(
    fc.property(anyNotification, fc.constantFrom(null, "1300000000000000000"), (notification, ref) => {
      for (const request of kind.buildRequests(notification, settings, ref)) check(request);
    }),
    { numRuns: 40 },
  );
});
