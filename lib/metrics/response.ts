import { createHash, timingSafeEqual } from "node:crypto";
import { remember } from "@epic-web/remember";
import type { TextResponse } from "@/lib/http/text-response";
import { env } from "@/lib/platform/env";
import { registerProcessGauges } from "./process-gauges";
import { metrics } from "./registry";

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
