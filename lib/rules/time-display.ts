export type HourCycle = "h12" | "h23";

/** How times are shown to a reader. */
export type TimeDisplay = {
  /** The IANA name of a time zone. */
  zone: string;
  /** A BCP 47 tag. */
  locale: string;
  /** Null means as the locale says. */
  hourCycle: HourCycle | null;
};

/** For readers about whom nothing is known. */
export const DEFAULT_DISPLAY: TimeDisplay = { zone: "UTC", locale: "en-GB", hourCycle: null };

const MAX_LOCALE_LENGTH = 35;

/** Whether this is a locale whose dates can be shown. */
export function isLocale(tag: string): boolean {
  if (tag.length > MAX_LOCALE_LENGTH) return false;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** The first locale of an Accept-Language header that can be shown. Null if there is none. */
export function preferredLocale(acceptLanguage: string): string | null {
  const tags = acceptLanguage.split(",", 10).map((part) => part.split(";", 1)[0]?.trim() ?? "");
  return tags.find((tag) => tag !== "" && isLocale(tag)) ?? null;
}

type Preferences = { timeZone: string | null; locale: string | null; hourCycle: HourCycle | null };

/** What the reader has chosen, else what the browser says, else UTC and British English. */
export const displayFor = (
  preferences: Preferences | null,
  browser: { zone: string | null; locale: string | null },
): TimeDisplay => ({
  zone: preferences?.timeZone ?? browser.zone ?? DEFAULT_DISPLAY.zone,
  locale: preferences?.locale ?? browser.locale ?? DEFAULT_DISPLAY.locale,
  hourCycle: preferences?.hourCycle ?? null,
});
