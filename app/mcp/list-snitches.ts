import { z } from "zod";
import { numeric, parseTagFilter } from "@/lib/api/query";
import { json } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { parse } from "@/lib/platform/refusal";
import { listSnitches as list } from "@/lib/snitches/find";
import { inSlices } from "@/lib/snitches/in-slices";
import { presentAll } from "@/lib/snitches/present-all";

/** How many snitches one response has at most. An agent reads all of it. */
export const LIST_LIMIT = 500;

const parameters = z.object({
  limit: z.preprocess(numeric, z.int().min(1).max(LIST_LIMIT).default(LIST_LIMIT)),
  after: z.uuid().optional(),
});

/**
 * The snitches that a key sees, with their ids, as `GET /v1/snitches` lists them, but page by page. What an agent reads goes far: a check-in
 * URL that was replaced is not in it, whatever the key may do.
 */
export const listSnitches = withCase(
  async (request, { theCase, scope }) => {
    const page = parse(parameters, Object.fromEntries(new URL(request.url).searchParams), "query");
    const filter = { tags: parseTagFilter(request.url), scope };
    const now = new Date();
    const rows: object[] = [];
    for await (const snitches of inSlices((slice) => list(theCase.id, filter, slice), page))
      for (const [i, presented] of (await presentAll(snitches, { scope, access: "read" }, now)).entries())
        rows.push({ id: snitches[i]?.id, ...presented });
    return json(rows);
  },
  { narrowable: true },
);
