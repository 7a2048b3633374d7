import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import type { KeyScope } from "@/lib/cases/key-scope";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { listPolicies, savePolicies } from "@/lib/incidents/policies";
import { policyList, presentedPolicy } from "@/lib/incidents/policy-input";
import { invalidAttribute } from "@/lib/platform/refusal";

const EXAMPLE = {
  name: "Databases",
  match: { tags_any: ["db"], tags_none: [], min_severity: "info" },
  steps: [{ after_minutes: 30, notify: [{ member: "ada@example.com" }] }],
  repeat: 1,
};
const OTHERS = {
  ...EXAMPLE,
  name: "Others",
  match: { ...EXAMPLE.match, tags_any: [] },
  steps: [],
  repeat: 0,
};

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listPolicies",
    title: "List escalation policies",
    description:
      "Returns the escalation policies of the case, in order. Empty while the case has one escalation for all snitches.",
    response: { name: "Policies", schema: z.array(presentedPolicy) },
    example: { response: [EXAMPLE, OTHERS] },
    errors: ["resource_invalid"],
    narrowable: true,
    handle: async ({ theCase, scope }) => {
      refuseNarrowKey(scope);
      return listPolicies(theCase.id);
    },
  }),
  PUT: operation({
    id: "replacePolicies",
    title: "Replace the escalation policies",
    description:
      "Replaces all policies with the array in the body, and returns them. The first policy that matches a snitch counts, and the last must match all. `[]` returns to the escalation of the case. Open incidents keep their policy.",
    body: { schema: policyList, name: "NewPolicies", list: "policies" },
    response: { name: "Policies", schema: z.array(presentedPolicy) },
    example: { body: [EXAMPLE, OTHERS], response: [EXAMPLE, OTHERS] },
    errors: ["account_on_hold"],
    narrowable: true,
    handle: async ({ theCase, scope, by, body }) => {
      refuseNarrowKey(scope);
      refuseIfOnHold(theCase);
      await savePolicies(theCase.id, await body(), by);
      return listPolicies(theCase.id);
    },
  }),
});

function refuseNarrowKey(scope: KeyScope): void {
  const message = "belong to the whole case, but this API key is limited to some of its snitches";
  if (scope !== null) throw invalidAttribute("policies", message);
}
