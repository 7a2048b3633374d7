import type { Instrumentation } from "next";

/** Runs once in each web process, before its first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.NEXT_PHASE !== "phase-production-build") {
    const { REQUEST_HOOKS } = await import("@/app/request-hooks");
    const { installRequestHooks } = await import("@/lib/http/request-hooks");
    const { replayJournals } = await import("@/lib/check-ins/batcher");
    installRequestHooks(REQUEST_HOOKS);
    await replayJournals();
  }
}

/**
 * Logs a page or an action that failed, once, with the digest that its reader sees. Names the route and not the path,
 * because a path may contain a link that opens an account.
 */
export const onRequestError: Instrumentation.onRequestError = async (thrown, { method }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/lib/platform/log");
  const { digest } = thrown as Error & { digest?: string };
  log.error({ err: thrown, digest, method, route: routePath }, "a page failed");
};
