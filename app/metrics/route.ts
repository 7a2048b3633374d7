import { metricsResponse } from "@/lib/metrics/response";

export const dynamic = "force-dynamic";

/** The metrics of this web process, for Prometheus. */
export async function GET({ headers }: Request): Promise<Response> {
  const result = await metricsResponse(headers.get("authorization") ?? "");
  return new Response(result.body, result);
}
