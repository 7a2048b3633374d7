import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT, tooLong } from "@/lib/platform/postgres-text";

const BLANK = "can't be blank";

/** A line of text that may not be blank: what it is called for everyone who sees it. */
export const publicLine = (maximum: number) =>
  z
    .string({ error: BLANK })
    .trim()
    .min(1, BLANK)
    .max(maximum, tooLong(maximum))
    .refine(isPostgresText, NOT_POSTGRES_TEXT)
    .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), "can't have line breaks or control characters");
