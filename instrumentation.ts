/** Runs once in each web process, before its first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { makeRequestsRoutable } = await import("@/lib/api/routable");
    const { tellPeers } = await import("@/lib/check-ins/peer");
    makeRequestsRoutable();
    tellPeers();
  }
}
