import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { parseSnitchFilter } from "@/lib/api/query";
import { json, jsonText } from "@/lib/api/response";
import { STALE_DAYS } from "@/lib/rules/suggestions/stale";
import { createSnitch, refuseBeyondLimit } from "@/lib/snitches/create";
import { listSnitches } from "@/lib/snitches/find";
import { inSlices } from "@/lib/snitches/in-slices";
import { newSnitch } from "@/lib/snitches/input";
import { refuseParentsOutside } from "@/lib/snitches/parents-in-scope";
import { presentedSnitch } from "@/lib/snitches/present";
import { presentAll } from "@/lib/snitches/present-all";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listSnitches",
    title: "List snitches",
    description: "Returns all snitches of the case, in no particular order. The list is not paginated.",
    query: z.object({
      tags: z
        .array(z.string())
        .meta({ description: "Tags separated by commas. Only snitches that have all of them are returned." }),
      slug: z.string().meta({ description: "Only the snitches with this slug are returned." }),
      environment: z.string().meta({ description: "Only the snitches of this environment are returned." }),
      stale: z.boolean().meta({
        description: `With \`true\`, only stale snitches are returned: missing for ${STALE_DAYS.missing} days or pending for ${STALE_DAYS.pending}, unless the suggestion has been dismissed.`,
      }),
    }),
    response: { name: "Snitches", schema: z.array(presentedSnitch) },
    example: { query: { tags: "database" } },
    narrowable: true,
    handle: async ({ request, theCase, scope, access, now }) => {
      const filter = { ...parseSnitchFilter(request.url, now), scope };
      const texts: string[] = [];
      for await (const snitches of inSlices((slice) => listSnitches(theCase.id, filter, slice)))
        for (const presented of await presentAll(snitches, { scope, access }, now))
          texts.push(JSON.stringify(presented));
      return jsonText(`[${texts.join(",")}]`);
    },
  }),
  POST: operation({
    id: "createSnitch",
    title: "Create a snitch",
    description: "Creates a snitch. It is `pending` until its job checks in for the first time.",
    body: { schema: newSnitch, name: "NewSnitch" },
    response: { name: "Snitch", schema: presentedSnitch },
    example: {
      body: { name: "Nightly backup", interval: "daily", tags: ["database"], notes: "Runs on db1." },
      response: { status: "pending", checked_in_at: null },
    },
    errors: ["plan_limit_reached", "account_on_hold"],
    narrowable: true,
    handle: async ({ theCase, by, scope, access, body }) => {
      await refuseBeyondLimit(theCase);
      const input = await body();
      await refuseParentsOutside(theCase.id, scope, input.depends_on);
      const snitch = await createSnitch(theCase, input, by, scope);
      const [presented] = await presentAll([snitch], { scope, access }, new Date());
      return json(presented);
    },
  }),
});
