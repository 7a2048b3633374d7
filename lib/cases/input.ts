import { z } from "zod";
import { emailAddress } from "@/lib/people/users/input";
import { isPostgresText, NOT_POSTGRES_TEXT, tooLong } from "@/lib/platform/postgres-text";
import { mapRows } from "@/lib/platform/setting";
import { typedTimezone } from "@/lib/platform/typed-timezone";
import { DAY_MS } from "@/lib/rules/durations";
import { DEFAULT_SNITCH_LIMIT } from "@/lib/rules/limits";
import { DIGEST_FREQUENCIES } from "@/lib/rules/notifications/digest-period";
import { parseClock } from "@/lib/rules/notifications/format-quiet-hours";
import { isAlwaysQuiet, WEEKDAYS } from "@/lib/rules/notifications/quiet-hours";
import { ACCESS_OF_KIND, API_KEY_ACCESS, API_KEY_KINDS } from "./api-key-form";
import { ROLES } from "./roles";
import { CASE_SETTINGS, frequency } from "./settings";

const name = z
  .string({ error: "can't be blank" })
  .trim()
  .min(1, "can't be blank")
  .max(100, tooLong(100))
  .refine((value) => !value.includes("\0"), "must not contain NUL characters");

export const newCase = z.object({ name });

type Forms = {
  [Name in keyof typeof CASE_SETTINGS as (typeof CASE_SETTINGS)[Name]["property"]]: z.ZodOptional<
    (typeof CASE_SETTINGS)[Name]["form"]
  >;
};

const forms = mapRows(CASE_SETTINGS, ({ property, form }) => [property, form.optional()]) as Forms;

/** Absent settings don't change. An empty alert address becomes null: alerts then go to every member. */
export const caseChanges = z.object({
  name: name.optional(),
  ...forms,
});

/** An empty choice becomes null: the case's setting. */
export const ownFrequency = z.object({
  frequency: z.preprocess((value) => value || null, frequency.nullable()),
});

export type CaseChanges = z.output<typeof caseChanges>;

const emptyAsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);

const clock = z.preprocess(
  emptyAsNull,
  z
    .string()
    .transform((text, context) => {
      const minutes = parseClock(text);
      if (minutes !== null) return minutes;
      context.addIssue("must be a time such as 22:00");
      return z.NEVER;
    })
    .nullable()
    .default(null),
);

const NOT_AN_HOUR = "must be a whole hour from 0 to 23";

/** A member’s own emails, as a form has them: `day_1` to `day_7` are checkboxes, Monday to Sunday. */
export const memberEmails = z
  .object({
    frequency: z.preprocess((value) => value || null, frequency.nullable()),
    quiet_from: clock,
    quiet_to: clock,
    timezone: typedTimezone.default("UTC"),
    digest: z.preprocess(
      emptyAsNull,
      z.enum(DIGEST_FREQUENCIES, { error: "must be daily, weekly or monthly" }).nullable().default(null),
    ),
    digest_hour: z.coerce
      .number()
      .pipe(z.int(NOT_AN_HOUR).min(0, NOT_AN_HOUR).max(23, NOT_AN_HOUR))
      .default(8),
    digest_skips_quiet: z.literal("on").optional(),
  })
  .catchall(z.unknown())
  .transform((form, context) => {
    const { quiet_from: from, quiet_to: to, timezone: zone } = form;
    const others = {
      frequency: form.frequency,
      zone,
      digest: form.digest,
      digestHour: form.digest_hour,
      digestSkipsQuiet: form.digest_skips_quiet === "on",
    };
    const days = WEEKDAYS.filter((day) => `day_${day}` in form);
    if (from === null && to === null) return { ...others, quiet: null };
    if (from === null || to === null) {
      const path = from === null ? "quiet_from" : "quiet_to";
      context.addIssue({ code: "custom", path: [path], message: "is missing: enter both times, or neither" });
      return z.NEVER;
    }
    if (isAlwaysQuiet({ zone, from, to, days })) {
      const message = "leaves no time for emails: choose fewer days, or other times";
      context.addIssue({ code: "custom", path: ["quiet_to"], message });
      return z.NEVER;
    }
    return { ...others, quiet: { from, to, days: days.length === WEEKDAYS.length ? [] : days } };
  });

const role = z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}` });

export const newInvitation = z.object({ email: emailAddress, role });

export const roleChange = z.object({ role });

/** `keys` is missing if the form did not ask, because there were none. */
export const memberRemoval = z.object({ keys: z.enum(["revoke", "keep"]).optional() });

const MAX_DAYS = 3_650;
const NOT_DAYS = `must be a whole number of days from 1 to ${MAX_DAYS}`;
const NOT_TEXTS = "must be a list of texts";

const keyKind = z.enum(API_KEY_KINDS, { error: `must be one of ${API_KEY_KINDS.join(", ")}` });

const keyAccess = z.enum(API_KEY_ACCESS, { error: `must be one of ${API_KEY_ACCESS.join(", ")}` });

const snitchLimit = z.preprocess(
  (value) => (typeof value === "string" ? (value.trim() === "" ? null : Number(value)) : value),
  z
    .int({ error: "must be a whole number from 0 to 1000000, or empty for any number" })
    .min(0, "must not be negative")
    .max(1_000_000, "is too large (maximum is 1000000)")
    .nullable(),
);

/** How many snitches check-ins may add; empty becomes null: any number. */
export const snitchLimitChange = z
  .object({ snitch_limit: snitchLimit })
  .transform((limits) => ({ snitchLimit: limits.snitch_limit }));

const expiry = z.preprocess(
  (value) => value || undefined,
  z.coerce.number({ error: NOT_DAYS }).int(NOT_DAYS).min(1, NOT_DAYS).max(MAX_DAYS, NOT_DAYS).optional(),
);

/** Forms have lists as text, separated by commas. */
const asList = (value: unknown) => (typeof value === "string" ? value.split(",") : (value ?? []));

/** Texts without blanks and repetitions. Null and empty mean none. */
const textList = (maximum: number, maxCharacters: number) =>
  z
    .preprocess(
      asList,
      z
        .array(
          z
            .string({ error: NOT_TEXTS })
            .trim()
            .max(maxCharacters, `has an item that is too long (maximum is ${maxCharacters} characters)`)
            .refine(isPostgresText, NOT_POSTGRES_TEXT),
          { error: NOT_TEXTS },
        )
        .max(maximum, `has too many items (maximum is ${maximum.toLocaleString("en")})`)
        .transform((texts) => [...new Set(texts.filter(Boolean))]),
    )
    // Said once more, because generated clients would have to send it.
    .default([]);

const NOT_OVERLAP = "must be a whole number of hours from 0 to 720";

/** How long the secret before works on: a day, unless someone says otherwise. */
export const keyRotation = z.object({
  overlap_hours: z
    .preprocess(
      (value) => (typeof value === "string" && value !== "" ? Number(value) : (value ?? undefined)),
      z.int({ error: NOT_OVERLAP }).min(0, NOT_OVERLAP).max(720, NOT_OVERLAP).default(24),
    )
    .meta({
      description:
        "How many hours the previous secret keeps working. With 0, all previous secrets expire immediately.",
    }),
});

/** A new key expires after `days`; empty means never. Without an access it has the first one of its kind. */
export const newApiKey = (now: Date) =>
  z
    .object({
      name,
      kind: keyKind.default("tattle"),
      access: z.preprocess((value) => value || undefined, keyAccess.optional()),
      snitch_limit: snitchLimit.optional(),
      tags: textList(50, 64).meta({
        description: "Limits the key to snitches with one of these tags. With `snitches`, its scope is both.",
        examples: [["billing"]],
      }),
      snitches: textList(1_000, 64).meta({
        description: "Limits the key to the snitches with these tokens.",
        examples: [["c2354d53d2b1a4f0"]],
      }),
      expires_in_days: expiry.meta({
        description: "The number of days until the key expires; never by default.",
      }),
      days: expiry.meta({ description: "The former name of `expires_in_days`." }),
    })
    .transform(
      ({ expires_in_days, days: formerly, kind, access, snitch_limit: snitchLimit, ...key }, context) => {
        const days = expires_in_days ?? formerly;
        const choices: readonly string[] = ACCESS_OF_KIND[kind];
        if (access !== undefined && !choices.includes(access)) {
          const message = `must be ${choices.join(" or ")} for this kind of key`;
          context.addIssue({ code: "custom", path: ["access"], message });
        }
        const kindOfAccess = access ?? ACCESS_OF_KIND[kind][0];
        if (snitchLimit !== undefined && kindOfAccess !== "ping") {
          const message = "is only for keys that only send check-ins";
          context.addIssue({ code: "custom", path: ["snitch_limit"], message });
        }
        return {
          ...key,
          kind,
          access: kindOfAccess,
          snitchLimit: snitchLimit === undefined ? DEFAULT_SNITCH_LIMIT : snitchLimit,
          expiresAt: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
        };
      },
    );

export type NewApiKey = z.output<ReturnType<typeof newApiKey>>;
