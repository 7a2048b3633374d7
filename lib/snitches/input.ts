import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { INTERVALS, isMinutes } from "@/lib/rules/interval";
import type { PauseUntil } from "@/lib/rules/snitch-state";
import { addressList, tagList } from "./input-arrays";

const BLANK = "can't be blank";

const isAbsent = (value: unknown) => value === undefined || value === null;
const isBlank = (value: unknown) => isAbsent(value) || (typeof value === "string" && value.trim() === "");

const tooLong = (maximum: number) => `is too long (maximum is ${maximum.toLocaleString("en")} characters)`;

const name = z
  .string({ error: ({ input }) => (isAbsent(input) ? BLANK : "must be text") })
  .trim()
  .min(1, BLANK)
  .max(255, tooLong(255))
  .refine(isPostgresText, NOT_POSTGRES_TEXT)
  .meta({ description: "The name of the job.", examples: ["Nightly backup"] });

const interval = z
  .enum(INTERVALS, {
    error: ({ input }) => (isBlank(input) ? BLANK : `must be one of ${INTERVALS.join(", ")}`),
  })
  .meta({ description: "How often the job has to check in." });

const alertType = z.enum(["basic", "smart"], { error: "must be one of basic, smart" }).nullish().meta({
  description:
    "`basic` waits for the end of the next whole period; `smart` learns when the job reports, and alerts sooner.",
});

const notes = z
  .string({ error: "must be text" })
  .max(10_000, tooLong(10_000))
  .refine(isPostgresText, NOT_POSTGRES_TEXT)
  .nullable()
  .transform((value) => value ?? "")
  .meta({
    description: "For the people who are alerted.",
    examples: ["Runs on db1. Restart with `make backup`."],
  });

export const SMART_NEEDS_HOURS = "can't be smart for intervals under an hour: use basic";

/** Older clients nest the interval: `{"type": {"interval": "hourly"}}`. A top-level interval takes precedence. */
function withTopLevelInterval(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { type, ...rest } = input as Record<string, unknown>;
  const nested = typeof type === "object" && type !== null && "interval" in type ? type.interval : undefined;
  return isBlank(nested) || !isBlank(rest.interval) ? rest : { ...rest, interval: nested };
}

const NOT_AN_OBJECT = { error: "must be a JSON object" };

/** The input for a new snitch. Unknown members are ignored. */
export const newSnitch = z.preprocess(
  withTopLevelInterval,
  z
    .object(
      {
        name,
        interval,
        alert_type: alertType.transform((value) => value ?? "basic"),
        alert_email: addressList.default([]),
        notes: notes.default(""),
        tags: tagList.default([]),
      },
      NOT_AN_OBJECT,
    )
    .refine((input) => input.alert_type === "basic" || !isMinutes(input.interval), {
      path: ["alert_type"],
      error: SMART_NEEDS_HOURS,
    }),
);

export type NewSnitch = z.output<typeof newSnitch>;

/** The input for changes to a snitch. An absent attribute stays unchanged, and unknown members are ignored. */
export const snitchChanges = z.preprocess(
  withTopLevelInterval,
  z
    .object(
      { name, interval, alert_type: alertType, alert_email: addressList, notes, tags: tagList },
      NOT_AN_OBJECT,
    )
    .partial(),
);

export type SnitchChanges = z.output<typeof snitchChanges>;

const INVALID_UNTIL = "must be healthy, unpaused or a time in the future (ISO 8601)";

/** The input for a pause: it ends at the next healthy check-in (the default), by hand, or at a time in the future. */
export const pauseUntil = (now: Date) =>
  z
    .object(
      {
        until: z
          .string({ error: INVALID_UNTIL })
          .nullish()
          .meta({
            description:
              "`healthy` (the default), `unpaused`, or a time in the future. A time without a zone is UTC.",
            examples: ["healthy", "unpaused", "2100-01-01T06:00:00.000Z"],
          }),
      },
      NOT_AN_OBJECT,
    )
    .transform(({ until }, context): { until: PauseUntil; endsAt: Date | null } => {
      if (isAbsent(until) || until === "healthy") return { until: "healthy", endsAt: null };
      if (until === "unpaused") return { until, endsAt: null };
      const endsAt = parseTime(until);
      if (endsAt && endsAt > now) return { until: "time", endsAt };
      context.addIssue({ code: "custom", path: ["until"], message: INVALID_UNTIL });
      return z.NEVER;
    });

export type PauseTerms = z.output<ReturnType<typeof pauseUntil>>;

const ISO_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/i;
const EXTENDED = z.iso.datetime({ offset: true });

/** Parses a date or time in any ISO 8601 form that clients send. Without a zone it is UTC. Null if it is not valid. */
function parseTime(text: string): Date | null {
  const parts = ISO_TIME.exec(text.trim());
  if (!parts) return null;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0", , zone, zoneMinutes] =
    parts;
  const offset = zone ? `${zone}:${zoneMinutes ?? "00"}` : "Z";
  const normalized = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`;
  // The schema also refuses days that a month does not have.
  return EXTENDED.safeParse(normalized).success ? new Date(normalized) : null;
}
