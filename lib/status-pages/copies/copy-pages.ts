import { env } from "@/lib/platform/env";
import { openOutageLog } from "@/lib/platform/log-outage";
import { subscribeToCase } from "@/lib/platform/subscribe-to-case";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { PAGES_CHANGED } from "../announce";
import { writeCopies } from "./write-copies";

const EVERY_MS = 10 * MINUTE_MS;

/** A busy case changes several times a second. */
const LEAST_MS = 15 * SECOND_MS;
const LOOK_MS = SECOND_MS / 2;

/**
 * Keeps the copies of public pages in PAGES_DIR of this process, if it is set: written when something changed, and every ten minutes;
 * a page that is hidden or revoked loses its own at once. Returns a function that stops it.
 */
export function copyPages(folder = env.PAGES_DIR): () => Promise<void> {
  if (!folder) return async () => {};
  const outage = openOutageLog({
    failing: "status pages are not copied to PAGES_DIR",
    working: "status pages are copied to PAGES_DIR again",
  });
  let [isUrgent, hasChanged, writtenAtMs] = [true, false, 0];
  let subscriptions: (() => void)[] = [];
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;

  const write = async () => {
    [isUrgent, hasChanged, writtenAtMs] = [false, false, Date.now()];
    const caseIds = await writeCopies(folder, new Date());
    for (const unsubscribe of subscriptions) unsubscribe();
    subscriptions = caseIds.map((caseId) =>
      subscribeToCase(caseId, () => {
        hasChanged = true;
      }),
    );
    outage.worked();
  };
  const look = () => {
    const ageMs = Date.now() - writtenAtMs;
    if (isRunning || !(isUrgent || ageMs >= EVERY_MS || (hasChanged && ageMs >= LEAST_MS))) return;
    isRunning = true;
    running = write()
      .catch((error: Error) => outage.failed({ error: error.message }))
      .finally(() => {
        isRunning = false;
      });
  };
  const unsubscribe = subscribeToCase(PAGES_CHANGED, () => {
    isUrgent = true;
  });
  const timer = setInterval(look, LOOK_MS).unref();
  return async () => {
    clearInterval(timer);
    unsubscribe();
    for (const each of subscriptions) each();
    await running;
  };
}
