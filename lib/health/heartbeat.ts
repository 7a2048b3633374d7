import { canaryLag } from "@/lib/metrics/canary";
import { metrics } from "@/lib/metrics/registry";
import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { env } from "@/lib/platform/env";
import { openOutageLog } from "@/lib/platform/log-outage";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";

const TIMEOUT_MS = 10 * SECOND_MS;

/** With a longer lag, alerts are late, and the other side must notice. */
const MAX_SWEEP_LAG_MS = 2 * MINUTE_MS;
/** The canary’s miss is delivered once a minute. */
const MAX_CANARY_LAG_MS = 3 * MINUTE_MS;

const receiving = openOutageLog({
  failing: "a heartbeat URL is not responding",
  working: "the heartbeat URLs are responding again",
});

/**
 * Requests the heartbeat URLs, so that another monitor notices when this installation stops alerting. Requests nothing
 * while the sweep is behind, or while the canary's misses are not delivered.
 */
export async function sendHeartbeats(): Promise<void> {
  if (env.HEARTBEAT_URLS.length === 0) return;
  const isOnTime = await areAlertsOnTime();
  await Promise.all(
    env.HEARTBEAT_URLS.map(async (url, i) => {
      const labels = heartbeatLabels(url, i);
      const outcome = isOnTime ? await requestHeartbeat(url) : "withheld";
      metrics.heartbeats.inc({ ...labels, outcome });
      if (outcome === "accepted") metrics.heartbeatAt.set(labels, Date.now() / SECOND_MS);
    }),
  );
}

/** Whether missed deadlines are noticed and the canary’s misses delivered in time. Otherwise heartbeats are withheld. */
export async function areAlertsOnTime(): Promise<boolean> {
  const [sweepMs, canaryMs] = await Promise.all([sweepLag(), canaryLag()]);
  return sweepMs <= MAX_SWEEP_LAG_MS && canaryMs !== null && canaryMs <= MAX_CANARY_LAG_MS;
}

// The path may be a secret token, so URLs of one host are distinguished by their position.
const heartbeatLabels = (url: string, i: number) => ({ host: new URL(url).host, url: String(i + 1) });

async function requestHeartbeat(url: string): Promise<"accepted" | "failed"> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it responded ${response.status}`);
    receiving.worked();
    return "accepted";
  } catch (error) {
    // The path may be a secret token.
    receiving.failed({ host: new URL(url).host, error: (error as Error).message });
    return "failed";
  }
}
