import { database, readiness, readinessResponse } from "@/lib/health/ready";

export const dynamic = "force-dynamic";

/** 200 if this web process can serve requests, 503 while the database is unavailable. */
export async function GET(): Promise<Response> {
  const result = readinessResponse(await readiness([database]));
  return new Response(result.body, result);
}
