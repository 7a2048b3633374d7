import type { Severity } from "../incidents/incident";
import { formatClock, parseClock } from "./format-quiet-hours";
import { type Hours, hoursBegin } from "./hours";
import { type QuietHours, quietUntil, WEEKDAYS } from "./quiet-hours";

/** Hours in which a channel gets messages, as clients write them: `mon-fri`, `08:00`, `18:00`. Without `days`, every day. */
export type SpanInput = { days?: string; from: string; until: string };

/** What becomes of messages outside the hours of a channel. */
export const OUTSIDE = ["wait", "drop"] as const;
export type Outside = (typeof OUTSIDE)[number];

/** When a channel gets messages. `hours`: null for any time; without them, the other settings mean nothing. */
export type ChannelHours = {
  hours: SpanInput[] | null;
  timezone: string | null;
  outside: Outside;
  criticalAnyway: boolean;
};

export const ANY_TIME: ChannelHours = { hours: null, timezone: null, outside: "wait", criticalAnyway: true };

export const MAX_SPANS = 10;

const DAY_NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** The days of “mon-wed,sat”, from 1 (Monday) to 7. A range may pass Sunday. Null if the text is something else. */
function parseDays(text: string): number[] | null {
  const days = text.split(",").map((part) => {
    const ends = part.split("-").map((name) => DAY_NAMES.indexOf(name.trim().toLowerCase()));
    const [first = -1, last = first] = ends;
    if (ends.length > 2 || first < 0 || last < 0) return null;
    const count = ((last - first + WEEKDAYS.length) % WEEKDAYS.length) + 1;
    return Array.from({ length: count }, (_, i) => ((first + i) % WEEKDAYS.length) + 1);
  });
  return days.includes(null) ? null : [...new Set(days.flatMap((some) => some ?? []))];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The hours of a channel as they are stored, or what is wrong with them, in words. */
export function readHours(input: unknown): SpanInput[] | string {
  if (!Array.isArray(input) || input.length === 0 || input.length > MAX_SPANS)
    return `must be a list of 1 to ${MAX_SPANS} entries, each with from, until and, unless it is for every day, days`;
  const spans: SpanInput[] = [];
  for (const entry of input) {
    const span = readSpan(entry);
    if (typeof span === "string") return span;
    spans.push(span);
  }
  return spans;
}

function readSpan(entry: unknown): SpanInput | string {
  if (!isRecord(entry)) return "has an entry that is not an object with days, from and until";
  const { days = null, from, until, ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return `has an entry with an unknown member: ${unknown.slice(0, 100).toWellFormed()}`;
  if (days !== null && (typeof days !== "string" || parseDays(days) === null))
    return "has days that are not names and ranges such as mon-fri or sat,sun";
  const [begin, end] = [from, until].map((time) => (typeof time === "string" ? parseClock(time) : null));
  if (begin == null || end == null) return "has a time that is not written as 08:00";
  if (begin === end) return "has an entry that ends when it begins: enter two different times";
  return {
    ...(days !== null && { days: days.toLowerCase().replace(/\s/g, "") }),
    from: formatClock(begin),
    until: formatClock(end),
  };
}

/** Stored hours as the rule reads them. */
export const toHours = (spans: SpanInput[], zone: string): Hours => ({
  zone,
  spans: spans.map(({ days, from, until }) => ({
    from: parseClock(from) ?? 0,
    to: parseClock(until) ?? 0,
    days: (days === undefined ? null : parseDays(days)) ?? [],
  })),
});

/** Why a message waits, and until when. */
export type Wait = { reason: "quiet hours" | "hours"; until: Date };

/** Whether a message to a person waits for the end of their quiet hours, in an email or in their browser. Null if it does not. */
export function waitOfPerson(quiet: QuietHours | null, severity: Severity | null, now: Date): Wait | null {
  const until = severity === "critical" || !quiet ? null : quietUntil(quiet, now);
  return until && { reason: "quiet hours", until };
}

/** Whether a message to a channel waits for its hours, or for the quiet hours of the person whose browser it is. Null if it does not. */
export function waitOfChannel(
  { hours, timezone, criticalAnyway }: ChannelHours,
  quiet: QuietHours | null,
  severity: Severity,
  now: Date,
): Wait | null {
  if (!hours || (criticalAnyway && severity === "critical")) return waitOfPerson(quiet, severity, now);
  const until = hoursBegin(toHours(hours, timezone ?? "UTC"), now);
  return until && { reason: "hours", until };
}
