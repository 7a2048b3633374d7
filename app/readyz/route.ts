import { BUILD, BUILD_HEADER } from "@/components/build";
import { database, openSecretCheck, readiness, readinessResponse } from "@/lib/health/ready";
import { noteReadinessCheck } from "@/lib/http/drain";

export const dynamic = "force-dynamic";

const secret = openSecretCheck();

/**
 * 200 if this web process can serve requests, 503 while the database is unavailable, or AUTH_SECRET is not its own. Open pages ask it, too: the header says
 * them whether the process serves the version that they came from.
 */
export async function GET({ headers }: Request): Promise<Response> {
  // Only browsers send this header.
  if (!headers.has("sec-fetch-site")) noteReadinessCheck();
  const result = readinessResponse(await readiness([database, secret]));
  return new Response(result.body, { ...result, headers: { ...result.headers, [BUILD_HEADER]: BUILD } });
}
