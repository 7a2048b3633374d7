import { z } from "zod";
import { emailAddress } from "@/lib/people/users/input";
import type { Case } from "@/lib/platform/generated/client";
import { inSeconds, type Setting } from "@/lib/platform/setting";
import { MAX_ACK_SECONDS, MIN_ACK_SECONDS } from "@/lib/rules/incidents/acknowledgement";
import { formatHint, type Hint } from "@/lib/rules/incidents/hints";
import { EMAIL_FREQUENCIES, type EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { hintList, readHints } from "./hint-input";

const setting = <
  const Property extends keyof Case,
  Input extends z.ZodType,
  Form extends z.ZodType,
  Value,
  Attribute = Value,
>(
  row: Setting<Property, Input, Value, Attribute> & {
    /** What forms send. */
    form: Form;
  },
) => row;

const onOrOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((value) => value === "on");

/** A setting that is on or off, with what the audit log calls it, and both. */
const flag = <const Property extends keyof Case>(
  property: Property,
  byDefault: boolean,
  [logName, on, off]: [name: string, on: string, off: string],
) =>
  setting({
    property,
    input: z.boolean({ error: "must be true or false" }).nullish(),
    form: onOrOff,
    default: byDefault,
    logName,
    fact: (isOn) => (isOn ? on : off),
  });

export const frequency = z.enum(EMAIL_FREQUENCIES, {
  error: `must be one of ${EMAIL_FREQUENCIES.join(", ")}`,
});

const NOT_AN_EXPIRY = `must be never, or a whole number of seconds from ${MIN_ACK_SECONDS} to ${MAX_ACK_SECONDS}`;

/** When acknowledgements expire, in seconds; `never` becomes null. */
const ackExpiry = z
  .union(
    [
      z.literal("never"),
      z.coerce.number().int().min(MIN_ACK_SECONDS, NOT_AN_EXPIRY).max(MAX_ACK_SECONDS, NOT_AN_EXPIRY),
    ],
    { error: NOT_AN_EXPIRY },
  )
  .transform((value) => (value === "never" ? null : value));

/** The settings of a case, in the order of a file. */
export const CASE_SETTINGS = {
  alert_email: setting({
    property: "alertEmail",
    input: z
      .string({ error: "must be an address" })
      .nullish()
      .transform((value) => value || null)
      .pipe(emailAddress.nullable()),
    form: z
      .string()
      .trim()
      .transform((value) => value || null)
      .pipe(emailAddress.nullable()),
    default: null as string | null,
    logName: "alert_address",
  }),
  email_frequency: setting({
    property: "emailFrequency",
    input: frequency.nullish(),
    form: frequency,
    default: "every" as EmailFrequency,
  }),
  limit_emails: flag("limitsEmails", true, ["many_alerts", "one email", "an email each"]),
  accept_late_reports: flag("acceptsLateReports", true, ["late_reports", "accepted", "refused"]),
  hints: setting({
    property: "hints",
    input: hintList.optional(),
    form: hintList,
    default: [] as Hint[],
    encode: readHints,
    fact: (hints) => readHints(hints).map(formatHint),
  }),
  suggestions: flag("suggestions", false, ["suggestions", "emailed", "on pages only"]),
  answer_links: flag("answerLinks", true, ["answer_links", "sent", "off"]),
  channel_links: flag("channelLinks", false, ["channel_links", "sent", "off"]),
  ack_expires_after: setting({
    property: "ackExpiresAfter",
    input: ackExpiry.nullish(),
    form: ackExpiry,
    default: null as number | null,
    encode: (seconds) => seconds ?? ("never" as const),
    logName: "acknowledgements_expire_after",
    fact: (seconds) => (seconds === null ? "never" : inSeconds(seconds)),
  }),
  // On in new cases; a file from before it must not turn it on in one that exists.
  group_by_machine: flag("groupsByMachine", false, ["group_by_machine", "one incident", "an incident each"]),
};
