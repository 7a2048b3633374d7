import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { Preferences } from "@/lib/people/users/preferences";
import { DEFAULT_DISPLAY, displayFor, preferredLocale, type TimeDisplay } from "@/lib/rules/time-display";
import { readBrowserZone, ZONE_COOKIE } from "./browser-zone";
import { currentUser } from "./session";

/** The cookie in which a browser keeps the theme for pages before signing in. */
export const THEME_COOKIE = "theme";

type Reader = {
  display: TimeDisplay;
  /** Null means as the system says. */
  theme: Preferences["theme"];
  /** Whether the time zone is the browser’s. */
  followsBrowser: boolean;
  /** The zone that the browser has named, perhaps by a name that was replaced since: Asia/Katmandu. */
  browserZone: string;
};

/** How the person who asks for the current page reads times and pages. */
export const currentReader = cache(async (): Promise<Reader> => {
  // While Postgres is unavailable, the page itself says so.
  const user = await currentUser().catch(() => null);
  const jar = await cookies();
  const zone = jar.get(ZONE_COOKIE)?.value ?? "";
  const browser = {
    zone: await readBrowserZone(),
    locale: preferredLocale((await headers()).get("accept-language") ?? ""),
  };
  return {
    display: displayFor(user?.preferences ?? null, browser),
    theme: user ? user.preferences.theme : parseTheme(jar.get(THEME_COOKIE)?.value),
    followsBrowser: !user?.preferences.timeZone,
    browserZone: zone || DEFAULT_DISPLAY.zone,
  };
});

const parseTheme = (text?: string) => (text === "light" || text === "dark" ? text : null);
