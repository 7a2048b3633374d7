/** Runs once in each web process, before its first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.NEXT_PHASE !== "phase-production-build") {
    const { makeRequestsRoutable } = await import("@/lib/api/routable");
    const { tellPeers } = await import("@/lib/check-ins/peer");
    const { keepJournals } = await import("@/lib/check-ins/recorder");
    makeRequestsRoutable();
    tellPeers();
    await keepJournals();
  }
}
