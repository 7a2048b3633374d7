import { BUILD, BUILD_HEADER } from "@/components/build";
import { database, readiness, readinessResponse } from "@/lib/health/ready";

export const dynamic = "force-dynamic";

/**
 * 200 if this web process can serve requests, 503 while the database is unavailable. Open pages ask it, too: the header tells
 * them whether the process serves the version that they came from.
 */
export async function GET(): Promise<Response> {
  const result = readinessResponse(await readiness([database]));
  return new Response(result.body, { ...result, headers: { ...result.headers, [BUILD_HEADER]: BUILD } });
}
