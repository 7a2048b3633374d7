import { cookies } from "next/headers";
import { currentTimezone } from "@/lib/rules/schedule/time-zone";

/** The cookie in which a browser says its time zone. */
export const ZONE_COOKIE = "time-zone";

/** The zone of the browser that sent the current request. Null if it names none, or one that does not exist. */
export const readBrowserZone = async (): Promise<string | null> =>
  currentTimezone((await cookies()).get(ZONE_COOKIE)?.value ?? "");
