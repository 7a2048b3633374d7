import { z } from "zod";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { parseUsualTime } from "@/lib/snitches/time-input";

/** A date, whose day begins in UTC, or a time. */
export const instantParameter = z.string({ error: "can't be blank" }).transform((text, context) => {
  const at = parseUsualTime(text);
  if (at) return at;
  context.addIssue({ code: "custom", message: "must be a date or a time (ISO 8601), such as 2026-10-01" });
  return z.NEVER;
});

export const tagParameter = z
  .string()
  .refine(isPostgresText, "is not a valid tag")
  .optional()
  .meta({ description: "Only snitches with this tag." });
