import { z } from "zod";
import { isPostgresText } from "@/lib/platform/postgres-text";

/** Trimmed and in lower case, so that each spelling of an address is the same user. */
export const emailAddress = z
  .string({ error: "can't be blank" })
  .trim()
  .toLowerCase()
  .min(1, "can't be blank")
  .max(254, "is too long (maximum is 254 characters)")
  .pipe(z.email("Enter a valid email address"));

const password = z
  .string({ error: "can't be blank" })
  .min(8, "must have at least 8 characters")
  .max(200, "is too long (maximum is 200 characters)");

const setUpCode = z.string().max(100).default("");

export const newUser = z.object({ email: emailAddress, password });

/** As the sign-up form sends it. Only the first account may need the code. */
export const newAccount = newUser.extend({ setUpCode });
export const firstAccountCode = z.object({ setUpCode });

/** A request for an email with a link. */
export const emailRequest = z.object({ email: emailAddress });

/** The address is known from the form's link. */
export const newPassword = z.object({ password });

/** A new password, and the current one as proof of identity; empty if there is none. */
export const passwordChange = z.object({ current: z.string().max(200).default(""), password });

export type NewUser = z.output<typeof newUser>;
export type NewAccount = z.output<typeof newAccount>;

/** A code of an authenticator app, or a recovery code. */
const code = z.string({ error: "can't be blank" }).trim().min(1, "can't be blank").max(100, "is incorrect");

/** The second step of a sign-in, and the last one of setting up an app. */
export const secondStep = z.object({ code });

/** The sign-in form. It has no messages, so that a refusal does not reveal what is wrong. */
export const credentials = z.object({
  email: z.string().trim().toLowerCase().max(254).refine(isPostgresText),
  password: z.string().max(200),
});

export type Credentials = z.output<typeof credentials>;
