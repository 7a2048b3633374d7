import { BUILD, BUILD_HEADER } from "./build";

const TIMEOUT_MS = 5_000;

/** Whether the server can be asked for the page again. `outdated`: it can, but serves another version of the pages. */
export type Connection = "connected" | "lost" | "outdated";

let wasLost = false;

/** Whether the server probably cannot be reached: the browser says that it is offline, or the last probe failed. */
export const isAway = () => wasLost || !navigator.onLine;

/**
 * Asks the server whether it can serve pages. A refresh of the page itself must not find out: if it fails, the router
 * navigates, and the browser's or a proxy's error page replaces what is shown.
 */
export async function probe(): Promise<Connection> {
  const connection = await ask();
  wasLost = connection === "lost";
  return connection;
}

async function ask(): Promise<Connection> {
  try {
    const response = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const build = response.headers.get(BUILD_HEADER);
    // A proxy or a captive portal may respond in the server's place.
    if (!response.ok || build === null) return "lost";
    return build === BUILD ? "connected" : "outdated";
  } catch {
    return "lost";
  }
}

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 30_000;

/** How long to wait before the next probe after this many failed ones. */
export const waitAfter = (failures: number) => Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS);
