import { route } from "@/lib/api/operation";
import { parseTagFilter } from "@/lib/api/query";
import { withCase } from "@/lib/api/with-case";
import { findLastRuns } from "@/lib/runs/list";
import { listSnitches, type Snitch } from "@/lib/snitches/find";
import { inSlices } from "@/lib/snitches/in-slices";
import { snitchMetrics } from "@/lib/snitches/metrics";
import { readRunCounters } from "@/lib/snitches/run-counters";

const HEADERS = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" };

/** The snitches of the case as Prometheus metrics, filtered by `tags` like the list. */
export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: withCase(
    async (request, { theCase, scope }) => {
      const filter = { tags: parseTagFilter(request.url), scope };
      const snitches: Snitch[] = [];
      for await (const slice of inSlices((slice) => listSnitches(theCase.id, filter, slice)))
        snitches.push(...slice);
      const ids = snitches.map(({ id }) => id);
      const [lastRuns, counters] = await Promise.all([
        findLastRuns(snitches),
        readRunCounters(ids, new Date()),
      ]);
      return new Response(snitchMetrics(snitches, lastRuns, counters), { headers: HEADERS });
    },
    { narrowable: true },
  ),
});
