import { z } from "zod";
import { DIGEST_FREQUENCIES } from "@/lib/rules/digest-period";
import { DAY_MS } from "@/lib/rules/durations";
import { EMAIL_FREQUENCIES } from "@/lib/rules/email-frequency";
import { isAlwaysQuiet, WEEKDAYS } from "@/lib/rules/quiet-hours";
import { parseClock } from "@/lib/rules/quiet-hours-words";
import { currentTimezone } from "@/lib/rules/schedule/time-zone";
import { emailAddress } from "@/lib/users/input";
import { ACCESS_OF_KIND, API_KEY_ACCESS, API_KEY_KINDS } from "./api-key-form";
import { ROLES } from "./roles";
import { DEFAULT_SNITCH_LIMIT } from "./snitch-limit";

const name = z
  .string({ error: "can't be blank" })
  .trim()
  .min(1, "can't be blank")
  .max(100, "is too long (maximum is 100 characters)")
  .refine((value) => !value.includes("\0"), "must not contain NUL characters");

export const newCase = z.object({ name });

const frequency = z.enum(EMAIL_FREQUENCIES, { error: `must be one of ${EMAIL_FREQUENCIES.join(", ")}` });

/** What is absent stays. An empty alert address becomes null: alerts then go to every member. */
export const caseChanges = z.object({
  name: name.optional(),
  alertEmail: z
    .string()
    .trim()
    .transform((value) => value || null)
    .pipe(emailAddress.nullable())
    .optional(),
  emailFrequency: frequency.optional(),
  limitsEmails: z
    .enum(["on", "off"], { error: "must be on or off" })
    .transform((value) => value === "on")
    .optional(),
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

const timezone = z.string().transform((text, context) => {
  const zone = currentTimezone(text.trim());
  if (zone) return zone;
  context.addIssue("must be the name of a time zone, such as Europe/Berlin");
  return z.NEVER;
});

/** A member’s own e-mails, as a form has them: `day_1` to `day_7` are checkboxes, Monday to Sunday. */
export const memberEmails = z
  .object({
    frequency: z.preprocess((value) => value || null, frequency.nullable()),
    quiet_from: clock,
    quiet_to: clock,
    timezone: timezone.default("UTC"),
    digest: z.preprocess(
      emptyAsNull,
      z.enum(DIGEST_FREQUENCIES, { error: "must be weekly or monthly" }).nullable().default(null),
    ),
  })
  .catchall(z.unknown())
  .transform((form, context) => {
    const { frequency, quiet_from: from, quiet_to: to, timezone: zone, digest } = form;
    const days = WEEKDAYS.filter((day) => `day_${day}` in form);
    if (from === null && to === null) return { frequency, zone, quiet: null, digest };
    if (from === null || to === null) {
      const path = from === null ? "quiet_from" : "quiet_to";
      context.addIssue({ code: "custom", path: [path], message: "is missing: enter both times, or neither" });
      return z.NEVER;
    }
    if (isAlwaysQuiet({ zone, from, to, days })) {
      const message = "leaves no time for e-mails: choose fewer days, or other times";
      context.addIssue({ code: "custom", path: ["quiet_to"], message });
      return z.NEVER;
    }
    return {
      frequency,
      zone,
      quiet: { from, to, days: days.length === WEEKDAYS.length ? [] : days },
      digest,
    };
  });

const role = z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}` });

export const newInvitation = z.object({ email: emailAddress, role });

export const roleChange = z.object({ role });

/** `keys` is missing if the form did not ask, because there were none. */
export const memberRemoval = z.object({ keys: z.enum(["revoke", "keep"]).optional() });

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
  .transform((given) => ({ snitchLimit: given.snitch_limit }));

/** A new key expires after `days`; empty means never. Without an access it has the first one of its kind. */
export const newApiKey = (now: Date) =>
  z
    .object({
      name,
      kind: keyKind.default("tattle"),
      access: z.preprocess((value) => value || undefined, keyAccess.optional()),
      snitch_limit: snitchLimit.optional(),
      days: z.preprocess((value) => value || undefined, z.coerce.number().int().min(1).max(3_650).optional()),
    })
    .transform(({ days, kind, access, snitch_limit: snitchLimit, ...key }, context) => {
      const choices: readonly string[] = ACCESS_OF_KIND[kind];
      if (access !== undefined && !choices.includes(access)) {
        const message = `must be ${choices.join(" or ")} for this kind of key`;
        context.addIssue({ code: "custom", path: ["access"], message });
      }
      const given = access ?? ACCESS_OF_KIND[kind][0];
      if (snitchLimit !== undefined && given !== "ping") {
        const message = "is only for keys that only send check-ins";
        context.addIssue({ code: "custom", path: ["snitch_limit"], message });
      }
      return {
        ...key,
        kind,
        access: given,
        snitchLimit: snitchLimit === undefined ? DEFAULT_SNITCH_LIMIT : snitchLimit,
        expiresAt: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
      };
    });

export type NewApiKey = z.output<ReturnType<typeof newApiKey>>;
