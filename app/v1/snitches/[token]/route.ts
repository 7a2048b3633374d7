import { operation, route } from "@/lib/api/operation";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { removeSnitch } from "@/lib/monitoring/remove";
import { updateSnitch } from "@/lib/monitoring/update";
import { snitchChanges } from "@/lib/snitches/input";
import { withParentsOutside } from "@/lib/snitches/parents-in-scope";
import { presentedSnitch } from "@/lib/snitches/present";
import { presentOne } from "@/lib/snitches/present-all";

const HOURLY = { name: "Hourly backup", interval: "hourly", tags: ["database", "critical"] };

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showSnitch",
    title: "Show a snitch",
    description: "Returns one snitch of the case.",
    response: { name: "Snitch", schema: presentedSnitch },
    errors: ["resource_not_found"],
    handle: ({ theCase, params, ...reader }) => presentOne(theCase.id, params.token, reader),
  }),
  PATCH: operation({
    id: "updateSnitch",
    title: "Update a snitch",
    description:
      "Updates the attributes that are sent. `tags` replaces all tags. After a change of interval or alert type, a new period starts.",
    body: { schema: snitchChanges, name: "SnitchChanges" },
    response: { name: "Snitch", schema: presentedSnitch },
    example: {
      body: HOURLY,
      response: { ...HOURLY, type: { interval: "hourly" } },
    },
    errors: ["account_on_hold", "resource_not_found"],
    handle: async ({ theCase, params, by, scope, access, body }) => {
      refuseIfOnHold(theCase);
      const { depends_on, ...changes } = await body();
      const parents = await withParentsOutside(theCase.id, scope, params.token, depends_on);
      const all = { ...changes, ...(parents !== undefined && { depends_on: parents }) };
      await updateSnitch(theCase.id, params.token, all, new Date(), by, scope);
      return presentOne(theCase.id, params.token, { scope, access });
    },
  }),
  DELETE: operation({
    id: "removeSnitch",
    title: "Delete a snitch",
    description: "Deletes a snitch and its whole history. Its check-in URL returns 404 from then on.",
    response: null,
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by }) => {
      await removeSnitch(theCase.id, params.token, by);
    },
  }),
});
