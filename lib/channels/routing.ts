import { z } from "zod";
import { webPush } from "@/lib/channel-kinds/web-push";
import { webhook } from "@/lib/channel-kinds/webhook";
import type { Channel } from "@/lib/platform/generated/client";
import { attributesOf, type Setting, type StoredOf } from "@/lib/platform/setting";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import {
  type ChannelHours,
  MAX_SPANS,
  OUTSIDE,
  readHours,
  type SpanInput,
} from "@/lib/rules/notifications/channel-hours";
import { formatHours } from "@/lib/rules/notifications/format-channel-hours";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { currentTimezone } from "@/lib/rules/schedule/time-zone";
import { ALERT_CAUSES } from "@/lib/rules/state/alert-cause";
import { tagList } from "@/lib/snitches/input-arrays";

const setting = <
  const Property extends keyof Channel,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Value,
>(
  row: Setting<Property, Input, Value, Value> & {
    /** What clients read. */
    output: Output;
  },
) => row;

const someTags = z.array(z.string());

const tags = <const Property extends keyof Channel>(property: Property, logName: string, output = someTags) =>
  setting({ property, input: tagList, output, default: [] as string[], logName });

const NOT_A_CAUSE = `must be a list of ${ALERT_CAUSES.join(", ")}`;

const span = z.object({
  days: z.string().optional().meta({ description: "Names and ranges of days. Absent for every day." }),
  from: z.string(),
  until: z.string().meta({ description: "If it isn’t later than `from`, it’s on the next day." }),
});

const HOURS_SCHEMA = {
  minItems: 1,
  maxItems: MAX_SPANS,
  items: {
    type: "object",
    properties: { days: { type: "string" }, from: { type: "string" }, until: { type: "string" } },
    required: ["from", "until"],
    additionalProperties: false,
  },
} as const;

/** The kinds of channels without hours, and why. */
const NO_HOURS: Partial<Record<string, string>> = {
  [webhook.kind]: "can’t be set for a webhook: programs receive every event",
  [webPush.kind]: "can’t be set for a browser: it follows the quiet hours of its person",
};

/** Whether channels of this kind can have hours. */
export const hasHours = (kind: string) => !(kind in NO_HOURS);

/** Which alerts a channel gets, and when. */
export const ROUTING = {
  tags_any: tags("tagsAny", "one_of_the_tags", someTags.meta({ examples: [["database"]] })),
  tags_all: tags("tagsAll", "all_of_the_tags"),
  tags_none: tags("tagsNone", "none_of_the_tags"),
  min_severity: setting({
    property: "minSeverity",
    input: z.enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(", ")}` }),
    output: z.enum(SEVERITIES).meta({ examples: ["warning"] }),
    default: ALL_ALERTS.minSeverity,
    logName: "severity_at_least",
  }),
  causes: setting({
    property: "causes",
    input: z
      .array(z.enum(ALERT_CAUSES, { error: NOT_A_CAUSE }), { error: NOT_A_CAUSE })
      .max(ALERT_CAUSES.length, NOT_A_CAUSE),
    output: z.array(z.enum(ALERT_CAUSES)).meta({ description: "Empty for all." }),
    default: ALL_ALERTS.causes,
    decode: (causes) => [...new Set(causes)],
  }),
  default: setting({
    property: "isDefault",
    input: z.boolean({ error: "must be true or false" }),
    output: z.boolean().meta({ description: "Whether it receives alerts that match no other channel." }),
    default: false,
    fact: (isDefault) => (isDefault ? "yes" : "no"),
  }),
  hours: setting({
    property: "hours",
    input: z.unknown().meta({
      ...HOURS_SCHEMA,
      type: ["array", "null"],
      description: "When it receives messages. Null for any time. Not for webhooks.",
      examples: [[{ days: "mon-fri", from: "08:00", until: "18:00" }]],
    }),
    output: z.array(span).optional().meta({ description: "When it receives messages. Absent for any time." }),
    default: null as SpanInput[] | null,
    decode: (hours) => (Array.isArray(hours) ? orNull(readHours(hours)) : null),
    fact: (hours) => hours?.map(formatHours) ?? null,
  }),
  timezone: setting({
    property: "timezone",
    input: z.unknown().meta({
      type: ["string", "null"],
      description: "The IANA time zone of the hours. Required with them.",
      examples: ["Europe/Berlin"],
    }),
    output: z.string().optional().meta({ description: "The IANA time zone of the hours." }),
    default: null as string | null,
    decode: (zone) => (typeof zone === "string" ? currentTimezone(zone.trim()) : null),
  }),
  outside: setting({
    property: "outside",
    input: z.unknown().meta({
      type: ["string", "null"],
      enum: [...OUTSIDE, null],
      description:
        "What happens to messages outside the hours. By default, they wait and arrive as one summary when the hours begin.",
    }),
    output: z.enum(OUTSIDE).optional().meta({ description: "What happens to messages outside the hours." }),
    default: ALL_ALERTS.outside,
    decode: (outside) => OUTSIDE.find((value) => value === outside) ?? null,
  }),
  critical_anyway: setting({
    property: "criticalAnyway",
    input: z.unknown().meta({
      type: ["boolean", "null"],
      description: "Whether critical alerts are sent at any time. True by default.",
    }),
    output: z.boolean().optional().meta({ description: "Whether critical alerts are sent at any time." }),
    default: ALL_ALERTS.criticalAnyway,
    decode: (isAnyway) => (typeof isAnyway === "boolean" ? isAnyway : null),
    fact: (isAnyway) => (isAnyway ? "yes" : "no"),
  }),
};

const orNull = <Value>(read: Value | string) => (typeof read === "string" ? null : read);

/** The settings that mean nothing without hours, and are shown only with them. */
const OF_HOURS = ["hours", "timezone", "outside", "critical_anyway"] as const;

/** The routing of a channel as clients read it. */
export function presentRouting(columns: StoredOf<typeof ROUTING>) {
  const attributes = attributesOf(ROUTING, columns);
  if (attributes.hours) return attributes;
  const { hours: _, timezone: __, outside: ___, critical_anyway: ____, ...others } = attributes;
  return others;
}

/**
 * What is wrong with when a channel of this kind gets messages, by the setting. `before`: its hours before the change, which stay unless they
 * are sent.
 */
export function findHoursProblems(
  kind: string,
  input: { [Name in (typeof OF_HOURS)[number]]?: unknown },
  before: Pick<ChannelHours, "hours" | "timezone">,
): { name: (typeof OF_HOURS)[number]; message: string }[] {
  const { hours = before.hours, timezone = before.timezone, outside = null, critical_anyway = null } = input;
  if (hours === null) {
    const [orphan] = OF_HOURS.filter((name) => (input[name] ?? null) !== null);
    const isRemoval = input.hours === null || !orphan;
    return isRemoval ? [] : [{ name: "hours", message: `is required with ${orphan}` }];
  }
  const reason = NO_HOURS[kind];
  if (reason) return [{ name: "hours", message: reason }];
  const read = readHours(hours);
  const problems: [(typeof OF_HOURS)[number], string | false][] = [
    ["hours", typeof read === "string" && read],
    ["timezone", timezone === null && "is required with hours"],
    [
      "timezone",
      timezone !== null &&
        (typeof timezone !== "string" || !currentTimezone(timezone.trim())) &&
        "isn’t a valid time zone (for example, Europe/Berlin)",
    ],
    ["outside", outside !== null && !OUTSIDE.some((value) => value === outside) && "must be wait or drop"],
    [
      "critical_anyway",
      critical_anyway !== null && typeof critical_anyway !== "boolean" && "must be true or false",
    ],
  ];
  return problems.flatMap(([name, message]) => (message ? { name, message } : []));
}
