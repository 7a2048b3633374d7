import { answerReadiness, database, readiness } from "@/lib/health/ready";

export const dynamic = "force-dynamic";

/** Says whether this web process can do its work: 503 while the database is away. */
export async function GET(): Promise<Response> {
  const answer = answerReadiness(await readiness([database]));
  return new Response(answer.body, answer);
}
