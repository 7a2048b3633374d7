import { z } from "zod";
import { parseTimezone } from "@/lib/rules/schedule/time-zone";

/** The field of a form for a time zone: its name, or that of its city. */
export const typedTimezone = z.string().transform((text, context) => {
  const zone = parseTimezone(text);
  if (zone) return zone;
  context.addIssue("Enter a city or time zone, such as Berlin or Europe/Berlin");
  return z.NEVER;
});
