import { z } from "zod";
import { isPostgresText } from "@/lib/platform/postgres-text";

/** One address is one person, however they type it. */
export const emailAddress = z
  .string({ error: "can't be blank" })
  .trim()
  .toLowerCase()
  .min(1, "can't be blank")
  .max(254, "is too long (maximum is 254 characters)")
  .pipe(z.email("must look like ada@example.com"));

const password = z
  .string({ error: "can't be blank" })
  .min(8, "must have at least 8 characters")
  .max(200, "is too long (maximum is 200 characters)");

export const newUser = z.object({ email: emailAddress, password });

/** Where a letter is asked for. */
export const addressed = z.object({ email: emailAddress });

/** Where the address is known from a link. */
export const withPassword = z.object({ password });

export const passwordChange = z.object({ current: z.string().max(200).default(""), password });

/** A new address, and the password that proves who asks. */
export const emailChange = z.object({ email: emailAddress, current: z.string().max(200).default("") });

export type NewUser = z.output<typeof newUser>;

/** What somebody types to sign in: nothing here says why it may be wrong. */
export const credentials = z.object({
  email: z.string().trim().toLowerCase().max(254).refine(isPostgresText),
  password: z.string().max(200),
});

export type Credentials = z.output<typeof credentials>;
