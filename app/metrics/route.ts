import { metricsResponse } from "@/lib/metrics/response";

export const dynamic = "force-dynamic";

/** What this web process has counted, for Prometheus. */
export async function GET({ headers }: Request): Promise<Response> {
  const answer = await metricsResponse(headers.get("authorization") ?? "");
  return new Response(answer.body, answer);
}
