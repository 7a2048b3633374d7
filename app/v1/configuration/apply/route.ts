import { z } from "zod";
import { readFile } from "@/lib/api/configuration-request";
import { operation, route } from "@/lib/api/operation";
import { HTTP_STATUS, json } from "@/lib/api/response";
import { toOwner } from "@/lib/configuration/owner";
import { applyRequest } from "@/lib/configuration/plan-request";
import { presentedDone, sentWithSecrets } from "@/lib/configuration/responses";
import { invalidAttribute } from "@/lib/platform/refusal";
import { HOURLY_BACKUP } from "../example";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "applyConfiguration",
    title: "Apply a configuration file",
    description:
      "Makes the changes in a plan. The body is the file, or the file together with the secrets that its `env` entries name; the server’s own environment is never read. If the file or the case has changed since the plan was made, nothing is changed and the response contains the new plan. If an apply is interrupted, plan and apply again to finish it.",
    query: z.object({
      digest: z
        .string()
        .meta({ description: "The digest of the plan, which also covers whether the plan prunes." }),
      prune: z.boolean().meta({ description: "The same as in the plan; optional." }),
    }),
    body: { schema: sentWithSecrets, name: "ConfigurationApplyRequest" },
    response: { name: "AppliedConfiguration", schema: presentedDone },
    example: {
      query: { digest: "9c1185a5c5e9fc54612808977ee8f548b2258d31a3a2f0b2d1f4d5c6a7b8c9d0" },
      body: { file: HOURLY_BACKUP, secrets: {} },
    },
    isYamlToo: true,
    errors: ["resource_not_found", "account_on_hold", "plan_changed"],
    narrowable: true,
    handle: async ({ request, theCase, scope, by }) => {
      const asked = { caseId: theCase.id, owner: toOwner(scope), hidesSecrets: false, now: new Date() };
      const { digest, ...file } = await readFile(request);
      if (!digest) throw invalidAttribute("digest", "can't be blank: plan the file first");
      const result = await applyRequest(file, digest, asked, by);
      if (result.applied) return result.applied;
      const type = "plan_changed";
      const error = "The plan has changed since you reviewed it. Review the new plan and send its digest.";
      return json({ type, error, plan: result.newPlan }, HTTP_STATUS[type]);
    },
  }),
});
