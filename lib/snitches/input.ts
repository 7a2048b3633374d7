import { z } from "zod";
import { INTERVALS, isMinutes } from "./interval";
import type { PauseUntil } from "./status";

export const MOST_TAGS = 50;
export const MOST_ADDRESSES = 20;

const BLANK = "can't be blank";

/** Text that Postgres can keep: it has no place for NUL. */
const text = (most: number) =>
  z
    .string({ error: "must be text" })
    .max(most, `is too long (maximum is ${most.toLocaleString("en")} characters)`)
    .refine((value) => !value.includes("\0"), "must not contain NUL characters");

const nameOf = z
  .unknown()
  .transform((value) => (value === null || value === undefined ? "" : value))
  .pipe(text(255))
  .transform((name) => name.trim())
  .refine((name) => name !== "", BLANK);

const interval = z.enum(INTERVALS, {
  error: ({ input }) =>
    input === undefined || input === null || input === "" ? BLANK : `must be one of ${INTERVALS.join(", ")}`,
});

const alertType = z.enum(["basic", "smart"], { error: "must be one of basic, smart" });

const notes = text(10_000)
  .nullable()
  .transform((value) => value ?? "");

/** Blank tags are dropped and repeated ones kept once, in the order in which they came. */
export const tagList = z
  .array(text(64), { error: "must be a list of texts" })
  .nullable()
  .transform((tags) => [...new Set((tags ?? []).map((tag) => tag.trim()).filter(Boolean))])
  .refine((tags) => tags.length <= MOST_TAGS, `has too many tags (maximum is ${MOST_TAGS})`);

/** A list of addresses, or one text with commas; null and empty mean none. */
export const addressList = z
  .union([z.array(z.string()), z.string()], { error: "must be a list of addresses" })
  .nullable()
  .transform((given) => (typeof given === "string" ? given.split(",") : (given ?? [])))
  .transform((addresses) => [...new Set(addresses.map((address) => address.trim()).filter(Boolean))])
  .refine((addresses) => addresses.length <= MOST_ADDRESSES, `has too many addresses (maximum is ${MOST_ADDRESSES})`)
  .refine((addresses) => addresses.every((address) => z.email().safeParse(address).success), {
    error: ({ input }) => {
      const wrong = (input as string[]).find((address) => !z.email().safeParse(address).success);
      return `has an invalid address: ${wrong?.slice(0, 100)}`;
    },
  });

export const SMART_NEEDS_HOURS = "can't be smart for intervals under an hour: use basic";

/** Older clients nest the interval: `{"type": {"interval": "hourly"}}`. Beside a top-level one it is ignored. */
function withTopLevelInterval(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { type, ...rest } = input as Record<string, unknown>;
  const nested = typeof type === "object" && type !== null && "interval" in type ? type.interval : undefined;
  const blank = nested === undefined || nested === null || nested === "";
  return "interval" in rest || blank ? rest : { ...rest, interval: nested };
}

const asObject = { error: "must be a JSON object" };

/** What a caller may send to add a snitch; anything else in the object is ignored. */
export const newSnitch = z.preprocess(
  withTopLevelInterval,
  z
    .object(
      {
        name: nameOf,
        interval,
        alert_type: alertType.default("basic"),
        alert_email: addressList.default([]),
        notes: notes.default(""),
        tags: tagList.default([]),
      },
      asObject,
    )
    .refine((input) => input.alert_type === "basic" || !isMinutes(input.interval), {
      path: ["alert_type"],
      error: SMART_NEEDS_HOURS,
    }),
);

export type NewSnitch = z.output<typeof newSnitch>;

/** What a caller may send to change a snitch: an absent attribute stays as it is. */
export const snitchChanges = z.preprocess(
  withTopLevelInterval,
  z
    .object(
      { name: nameOf, interval, alert_type: alertType, alert_email: addressList, notes, tags: tagList },
      asObject,
    )
    .partial(),
);

export type SnitchChanges = z.output<typeof snitchChanges>;

/** Names an instant in the future or what else ends a pause. */
export const pauseUntil = (now: Date) =>
  z
    .object(
      {
        until: z
          .string({ error: "must be healthy, unpaused or a time" })
          .nullish()
          .transform((until) => until || "healthy")
          .refine(
            (until) => until === "healthy" || until === "unpaused" || isFuture(until, now),
            "must be healthy, unpaused or a time in the future (ISO 8601)",
          ),
      },
      asObject,
    )
    .transform(({ until }): { until: PauseUntil; endsAt: Date | null } =>
      until === "healthy" || until === "unpaused"
        ? { until, endsAt: null }
        : { until: "time", endsAt: new Date(until) },
    );

export type PauseTerms = z.output<ReturnType<typeof pauseUntil>>;

const ISO_TIME = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]);

function isFuture(text: string, now: Date): boolean {
  const at = new Date(text);
  return ISO_TIME.safeParse(text).success && at > now && at.getUTCFullYear() < 10_000;
}
