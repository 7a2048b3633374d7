import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT, tooLong } from "./postgres-text";

export const BLANK = "can't be blank";

/** Text of at most `maximum` characters that Postgres can store. `notText`: what to say of anything else. */
export const storableText = (maximum: number, notText = "must be text") =>
  z.string({ error: notText }).max(maximum, tooLong(maximum)).refine(isPostgresText, NOT_POSTGRES_TEXT);

/** The same without whitespace around it. */
export const trimmedText = (maximum: number, notText = "must be text") =>
  z
    .string({ error: notText })
    .trim()
    .max(maximum, tooLong(maximum))
    .refine(isPostgresText, NOT_POSTGRES_TEXT);

/** The same, and not blank. */
export const filledText = (maximum: number, notText = "must be text") =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? BLANK : notText) })
    .trim()
    .min(1, BLANK)
    .max(maximum, tooLong(maximum))
    .refine(isPostgresText, NOT_POSTGRES_TEXT);
