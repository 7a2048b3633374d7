import { setTimeout as wait } from "node:timers/promises";
import { ApiError, isGone, type KubernetesApi, type WatchEvent } from "./api";

/** What follows the objects of a list. An object comes again whenever it may have changed. */
export type Follower = {
  /** A list begins: what does not come until it ends is not there. */
  begin: () => void;
  see: (object: unknown) => void;
  remove: (object: unknown) => void;
  end: () => void;
  /** It cannot be reached, or is again (null). */
  trouble: (reason: string | null) => void;
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Lists, then watches from there, again and again until the signal. A list is repeated only if the server does not know its version anymore. */
export async function follow(
  api: KubernetesApi,
  path: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let version: string | null = null;
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      if (version === null) {
        follower.begin();
        version = await api.list(path, {}, follower.see, signal);
        follower.end();
      }
      const take = ({ type, object }: WatchEvent) => {
        version = versionOf(object) ?? version;
        if (type === "ADDED" || type === "MODIFIED") follower.see(object);
        if (type === "DELETED") follower.remove(object);
        waitMs = FIRST_WAIT_MS;
      };
      follower.trouble(null);
      await api.watch(path, { resourceVersion: version }, take, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isGone(error)) version = null;
      else follower.trouble((error as Error).message);
      const askedMs = error instanceof ApiError ? error.retryAfterMs : 0;
      await pause(Math.max(askedMs, waitMs * (0.5 + Math.random())), signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
}

const versionOf = (object: unknown): string | null => {
  const { resourceVersion } = (object as { metadata?: { resourceVersion?: unknown } } | null)?.metadata ?? {};
  return typeof resourceVersion === "string" && resourceVersion ? resourceVersion : null;
};

/** Ends early with the signal. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {});
