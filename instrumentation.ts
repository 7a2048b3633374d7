import type { Instrumentation } from "next";

/** Runs once in each web process, before its first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.NEXT_PHASE !== "phase-production-build") {
    const { makeRequestsRoutable } = await import("@/lib/http/normalize-url");
    const { protectAnswers } = await import("@/lib/http/security-headers");
    const { tellPeers } = await import("@/lib/http/peer");
    const { keepJournals } = await import("@/lib/check-ins/batcher");
    const { openWebDoor } = await import("@/lib/http/web-door");
    makeRequestsRoutable();
    protectAnswers();
    tellPeers();
    openWebDoor();
    await keepJournals();
  }
}

/**
 * A page or an action that failed: logged once, with the digest that its reader sees. By its route and not by its path,
 * which may be a link that opens an account.
 */
export const onRequestError: Instrumentation.onRequestError = async (thrown, { method }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/lib/platform/log");
  const { digest } = thrown as Error & { digest?: string };
  log.error({ err: thrown, digest, method, route: routePath }, "a page failed");
};
