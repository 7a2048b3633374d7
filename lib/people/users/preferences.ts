import { z } from "zod";
import { db } from "@/lib/platform/db";
import { typedTimezone } from "@/lib/platform/typed-timezone";
import { isLocale } from "@/lib/rules/time-display";

/** The field of a form; empty means null. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null),
    z.nullable(schema),
  );

/** How a person reads times and pages. Null means as the browser says. */
export const preferences = z.object({
  timeZone: optional(typedTimezone),
  locale: optional(z.string().refine(isLocale, "must be one from the list")),
  hourCycle: optional(z.enum(["h12", "h23"], "must be one from the list")),
  theme: optional(z.enum(["light", "dark"], "must be one from the list")),
});

export type Preferences = z.output<typeof preferences>;

/** Changes the theme of a user, and nothing else. */
export async function saveTheme(userId: string, theme: Preferences["theme"]): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { theme }, select: { id: true } });
}

/** Replaces all preferences of a user. */
export async function savePreferences(userId: string, chosen: Preferences): Promise<void> {
  const { timeZone, locale, hourCycle, theme } = chosen;
  await db.user.update({
    where: { id: userId },
    data: { timeZone, locale, hourCycle, theme },
    select: { id: true },
  });
}
