import type { Instrumentation } from "next";

/** Runs once in each web process, before its first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.NEXT_PHASE !== "phase-production-build") {
    const { REQUEST_HOOKS } = await import("@/app/request-hooks");
    const { installRequestHooks } = await import("@/lib/http/request-hooks");
    const { openToCheckIns } = await import("@/lib/check-ins/batcher");
    const { servesCheckIns } = await import("@/lib/outages/listener");
    const { hideMisreadFromConsole } = await import("@/app/misread-requests");
    hideMisreadFromConsole();
    installRequestHooks(REQUEST_HOOKS);
    await openToCheckIns({ listens: servesCheckIns() });
  }
}

/**
 * Logs the error of a page or an action, with the digest that the user sees. Logs the route instead of the path, because
 * a path may contain the token of a sign-in link.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/lib/platform/log");
  const { isMisread } = await import("@/app/misread-requests");
  if (isMisread(error)) {
    log.info({ reason: error.message, method, route: routePath }, "a form was not understood");
    return;
  }
  const { digest } = error as Error & { digest?: string };
  log.error({ err: error, digest, method, route: routePath }, "a page failed");
};
