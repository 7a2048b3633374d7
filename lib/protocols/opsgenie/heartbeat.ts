import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Snitch } from "@/lib/platform/generated/client";
import { invalidAttribute } from "@/lib/platform/refusal";
import { storableText as text } from "@/lib/platform/text-input";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { parseEvery } from "@/lib/rules/schedule/every";
import { toSlug } from "./path";

const UNIT_MS = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS };
const UNITS = ["minutes", "hours", "days"] as const;
type Unit = (typeof UNITS)[number];

const PRIORITIES = ["P1", "P2", "P3", "P4", "P5"] as const;
const SEVERITY_OF = { P1: "critical", P2: "warning", P3: "warning", P4: "info", P5: "info" } as const;
const PRIORITY_OF = { critical: "P1", warning: "P3", info: "P5" } as const;

/** Opsgenie's defaults for alerts. */
const DEFAULT_PRIORITY = "P3";

const team = z.object({ id: text(200), name: text(200) }, { error: "must be an object" }).partial();

const fields = z.object({
  name: text(200),
  description: text(10_000),
  interval: z.int({ error: "must be a whole number" }).min(1, "must be at least 1"),
  intervalUnit: z.enum(UNITS, { error: "must be minutes, hours or days" }),
  enabled: z.boolean({ error: "must be true or false" }),
  ownerTeam: team,
  alertMessage: text(10_000),
  alertTags: z.array(text(255), { error: "must be a list of texts" }),
  alertPriority: z.enum(PRIORITIES, { error: "must be P1, P2, P3, P4 or P5" }),
});

/** Null members, and a team without a name, count as absent. Clients send both. */
const isSaid = (value: unknown) => value !== null && !isDeepStrictEqual(value, {});

const withoutEmpty = (input: unknown) =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => isSaid(value)))
    : input;

/** A heartbeat's attributes that a request changes. */
export const heartbeatChanges = z.preprocess(withoutEmpty, fields.partial());
export type HeartbeatChanges = z.output<typeof heartbeatChanges>;

/** A new heartbeat. */
export const newHeartbeat = z.preprocess(
  withoutEmpty,
  fields.partial().extend({
    name: fields.shape.name,
    interval: fields.shape.interval,
    intervalUnit: fields.shape.intervalUnit,
  }),
);

/** Attributes without a column, which Opsgenie clients get back. */
export type Kept = Pick<HeartbeatChanges, "description" | "ownerTeam" | "alertPriority">;

/** Less than the database allows, which counts the spaces that it writes into JSON. */
const MAX_KEPT_BYTES = 4_000;

const toKept = ({ description, ownerTeam, alertPriority }: HeartbeatChanges): Kept => ({
  ...(description !== undefined && { description }),
  ...(ownerTeam && { ownerTeam }),
  ...(alertPriority && { alertPriority }),
});

/** Whether the attributes without a column have at most 4 kB. */
export const fitsKept = (heartbeat: HeartbeatChanges): boolean =>
  Buffer.byteLength(JSON.stringify(toKept(heartbeat))) <= MAX_KEPT_BYTES;

/** The attributes to store after a request. Refuses more than 4 kB. */
export function keptAfter(before: Kept, changes: HeartbeatChanges): Kept {
  const kept = { ...before, ...toKept(changes) };
  if (fitsKept(kept)) return kept;
  const message = "must have, with the team, at most 4 kB";
  throw invalidAttribute("description", message);
}

/** A heartbeat's attributes as those of our API, where present. They aren't validated yet. */
export const toAttributes = ({
  name,
  interval,
  intervalUnit,
  alertMessage,
  alertTags,
  alertPriority,
}: HeartbeatChanges) => ({
  ...(name !== undefined && { name }),
  ...(alertMessage !== undefined && { notes: alertMessage }),
  ...(alertTags && { tags: alertTags }),
  ...(interval && intervalUnit && { schedule: formatEvery(interval, intervalUnit) }),
  ...(alertPriority && { severity: SEVERITY_OF[alertPriority] }),
});

/** The attributes of the snitch of a new heartbeat. It is missing as soon as its interval is over. */
export const toNewAttributes = (heartbeat: z.output<typeof newHeartbeat>) => ({
  ...toAttributes({ alertPriority: DEFAULT_PRIORITY, ...heartbeat }),
  grace: 0,
});

const formatEvery = (interval: number, unit: Unit) =>
  `every ${interval} ${interval === 1 ? unit.slice(0, -1) : unit}`;

/** Null for any other schedule than one of whole minutes, hours or days. */
function readEvery(schedule: string | null): { interval: number; intervalUnit: Unit } | null {
  if (schedule === null || !/^every\b/i.test(schedule)) return null;
  const periodMs = parseEvery(schedule);
  const written = UNITS.find((unit) => schedule.toLowerCase().includes(unit.slice(0, -1)));
  const intervalUnit = written ?? UNITS.findLast((unit) => periodMs % UNIT_MS[unit] === 0);
  return intervalUnit ? { interval: periodMs / UNIT_MS[intervalUnit], intervalUnit } : null;
}

export type HeartbeatColumns = Pick<
  Snitch,
  "name" | "slug" | "notes" | "tags" | "schedule" | "severity" | "status" | "checkedInAt" | "opsgenie"
>;

/** The stored attributes of a row. The cast is safe: only this program writes the column. */
export const readKept = ({ opsgenie }: Pick<Snitch, "opsgenie">): Kept => (opsgenie ?? {}) as Kept;

export type Heartbeat = NonNullable<ReturnType<typeof toHeartbeat>>;

/** A snitch as a heartbeat, with what people changed here. Null for one whose schedule Opsgenie does not have. */
export function toHeartbeat(snitch: HeartbeatColumns) {
  const every = readEvery(snitch.schedule);
  if (!every) return null;
  const { description = "", ownerTeam, alertPriority } = readKept(snitch);
  const isSame = alertPriority && SEVERITY_OF[alertPriority] === snitch.severity;
  return {
    ...toMeta(snitch),
    description,
    ...every,
    ...(ownerTeam && { ownerTeam }),
    ...(snitch.checkedInAt && { lastPingTime: snitch.checkedInAt.toISOString() }),
    alertMessage: snitch.notes,
    alertTags: snitch.tags,
    alertPriority: isSame ? alertPriority : PRIORITY_OF[snitch.severity],
  };
}

/** The members that Opsgenie shows after a change. A name that now belongs to another slug is replaced by the slug. */
export const toMeta = ({ name, slug, status }: Pick<HeartbeatColumns, "name" | "slug" | "status">) => ({
  name: toSlug(name) === slug ? name : slug,
  enabled: status !== "paused",
  expired: status === "failed",
});

/** The attributes that differ from those shown, so that clients may send back a whole heartbeat. An interval has its unit. */
export function changesBetween(
  current: Heartbeat,
  { name: _, ...changes }: HeartbeatChanges,
): HeartbeatChanges {
  const before: HeartbeatChanges = current;
  const isNew = ([member, value]: [string, unknown]) =>
    !isDeepStrictEqual(value, before[member as keyof HeartbeatChanges]);
  const news: HeartbeatChanges = Object.fromEntries(Object.entries(changes).filter(isNew));
  if (!news.interval && !news.intervalUnit) return news;
  const { interval, intervalUnit } = { ...current, ...changes };
  return { ...news, interval, intervalUnit };
}
