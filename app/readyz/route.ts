import { database, readiness, readinessResponse } from "@/lib/health/ready";

export const dynamic = "force-dynamic";

/** Says whether this web process can do its work: 503 while the database is away. */
export async function GET(): Promise<Response> {
  const answer = readinessResponse(await readiness([database]));
  return new Response(answer.body, answer);
}
