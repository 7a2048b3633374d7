import { methodNotAllowed } from "@/lib/api/answer";
import { parseTagFilter } from "@/lib/api/query";
import { withCase } from "@/lib/api/with-case";
import { listSnitches } from "@/lib/snitches/find";
import { snitchMetrics } from "@/lib/snitches/metrics";

const HEADERS = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" };

/** The case's snitches for its own Prometheus, narrowed by `tags` like the list. */
export const GET = withCase(async (request, { theCase }) => {
  const snitches = await listSnitches(theCase.id, parseTagFilter(request.url));
  return new Response(snitchMetrics(snitches), { headers: HEADERS });
});

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
