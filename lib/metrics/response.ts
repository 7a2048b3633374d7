import { createHash, timingSafeEqual } from "node:crypto";
import { remember } from "@epic-web/remember";
import type { TextResponse } from "@/lib/http/text-response";
import { lastKnownDriftMs } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { poolUses } from "@/lib/platform/pool";
import { gauge, metrics } from "./registry";

const TEXT = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

// Next.js loads this module more than once.
remember("tattle.process-gauges", registerProcessGauges);

const hash = (text: string) => createHash("sha256").update(text).digest();

/** The response of `/metrics` in every process. `authorization` must carry METRICS_TOKEN as a Bearer token. */
export async function metricsResponse(
  authorization: string,
  token = env.METRICS_TOKEN,
): Promise<TextResponse> {
  if (!token)
    return { status: 404, headers: TEXT, body: "Metrics are disabled: METRICS_TOKEN is not set.\n" };
  const bearer = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? "";
  if (!timingSafeEqual(hash(bearer), hash(token))) {
    const headers = { ...TEXT, "WWW-Authenticate": "Bearer" };
    return { status: 401, headers, body: "Send the METRICS_TOKEN as a Bearer token.\n" };
  }
  const { registry } = metrics;
  const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
  return { status: 200, headers, body: await registry.metrics() };
}

/** Registers gauges about this process, which every process has. */
function registerProcessGauges(): void {
  gauge(
    {
      name: "tattle_pool_connections",
      help: "Postgres connections in use, by pool.",
      label: "pool",
    },
    async () => Object.fromEntries(poolUses().map(({ name, inUse }) => [name, inUse])),
  );
  gauge(
    {
      name: "tattle_pool_waiting",
      help: "Queries waiting for a connection, by pool.",
      label: "pool",
    },
    async () => Object.fromEntries(poolUses().map(({ name, waiting }) => [name, waiting])),
  );
  gauge(
    {
      name: "tattle_clock_drift_seconds",
      help: "How far this machine's clock is ahead of the database's, compared once a minute. Not in web processes.",
    },
    async () => {
      const driftMs = lastKnownDriftMs();
      return driftMs === null ? {} : driftMs / 1_000;
    },
  );
}
