import { z } from "zod";
import { DAY_MS } from "@/lib/platform/durations";
import { EMAIL_FREQUENCIES } from "@/lib/rules/email-frequency";
import { emailAddress } from "@/lib/users/input";
import { ROLES } from "./roles";

const name = z
  .string({ error: "can't be blank" })
  .trim()
  .min(1, "can't be blank")
  .max(100, "is too long (maximum is 100 characters)")
  .refine((value) => !value.includes("\0"), "must not contain NUL characters");

export const newCase = z.object({ name });

const frequency = z.enum(EMAIL_FREQUENCIES, { error: `must be one of ${EMAIL_FREQUENCIES.join(", ")}` });

/** An empty alert address becomes null: alerts then go to every member. */
export const caseChanges = z.object({
  name,
  alertEmail: z
    .string()
    .trim()
    .transform((value) => value || null)
    .pipe(emailAddress.nullable()),
  emailFrequency: frequency.optional(),
});

/** An empty choice becomes null: the case's setting. */
export const ownFrequency = z.object({
  frequency: z.preprocess((value) => value || null, frequency.nullable()),
});

export type CaseChanges = z.output<typeof caseChanges>;

const role = z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}` });

export const newInvitation = z.object({ email: emailAddress, role });

export const roleChange = z.object({ role });

/** `keys` is missing if the form did not ask, because there were none. */
export const memberRemoval = z.object({ keys: z.enum(["revoke", "keep"]).optional() });

/** A new key expires after `days`; empty means never. */
export const newApiKey = (now: Date) =>
  z
    .object({
      name,
      access: z.enum(["full", "read"], { error: "must be full or read" }).default("full"),
      days: z.preprocess((value) => value || undefined, z.coerce.number().int().min(1).max(3_650).optional()),
    })
    .transform(({ days, ...key }) => ({
      ...key,
      expiresAt: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
    }));

export type NewApiKey = z.output<ReturnType<typeof newApiKey>>;
