import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";
import { metrics } from "./registry";

export type Answer = { status: number; headers: Record<string, string>; body: string };

const TEXT = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
const digest = (text: string) => createHash("sha256").update(text).digest();

/** What `/metrics` answers at every process: nothing, unless a token is set and given. */
export async function answerMetrics(authorization: string, token = env.METRICS_TOKEN): Promise<Answer> {
  if (!token)
    return { status: 404, headers: TEXT, body: "There are no metrics: METRICS_TOKEN is not set.\n" };
  const given = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? "";
  if (!timingSafeEqual(digest(given), digest(token))) {
    const headers = { ...TEXT, "WWW-Authenticate": "Bearer" };
    return { status: 401, headers, body: "Send the METRICS_TOKEN as a Bearer token.\n" };
  }
  const { registry } = metrics;
  const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
  return { status: 200, headers, body: await registry.metrics() };
}
