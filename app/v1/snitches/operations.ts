import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { STALE_DAYS } from "@/lib/rules/suggestions/stale";
import { newSnitch } from "@/lib/snitches/input";

export const listSnitches: Operation = {
  id: "listSnitches",
  method: "GET",
  path: "/v1/snitches",
  title: "List snitches",
  description: "Returns all snitches of the case, in no particular order. The list is not paginated.",
  query: [
    {
      name: "tags",
      description: "Tags separated by commas. Only snitches that have all of them are returned.",
      schema: { type: "array", items: { type: "string" } },
    },
    { name: "slug", description: "Only the snitches with this slug are returned." },
    { name: "environment", description: "Only the snitches of this environment are returned." },
    {
      name: "stale",
      schema: { type: "boolean" },
      description: `With \`true\`, only the snitches that may not be wanted any more are returned: missing for ${STALE_DAYS.missing} days or pending for ${STALE_DAYS.pending}, unless that is silenced.`,
    },
  ],
  response: "Snitches",
  errors: [],
};

export const createSnitch: Operation = {
  id: "createSnitch",
  method: "POST",
  path: "/v1/snitches",
  title: "Create a snitch",
  description: "Creates a snitch. It is `pending` until its job checks in for the first time.",
  body: { schema: newSnitch, name: "NewSnitch" },
  response: "Snitch",
  errors: ["plan_limit_reached", "account_on_hold", ...BODY_ERRORS],
};
