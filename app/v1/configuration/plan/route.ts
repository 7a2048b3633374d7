import { z } from "zod";
import { readFile } from "@/lib/api/configuration-request";
import { operation, route } from "@/lib/api/operation";
import { isAllowed } from "@/lib/cases/api-key-access";
import { toOwner } from "@/lib/configuration/owner";
import { planRequest } from "@/lib/configuration/plan-request";
import { presentedPlan, sentFile } from "@/lib/configuration/responses";
import { HOURLY_BACKUP } from "../example";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "planConfiguration",
    title: "Plan a configuration file",
    description:
      "Returns what applying a file would change, how many alerts it would have sent, and the digest for applying it. Nothing is changed. The file is YAML or JSON, at most 8 MiB with 200,000 names and values. Requires a key with `plan` or `full` access; a key limited to tags plans the snitches with those tags.",
    query: z.object({
      prune: z.boolean().meta({
        description: "`true` deletes anything that is missing from the file’s sections.",
      }),
    }),
    body: { schema: sentFile, name: "ConfigurationFileInput" },
    response: { name: "ConfigurationPlan", schema: presentedPlan },
    example: { body: HOURLY_BACKUP },
    isYamlToo: true,
    errors: ["resource_not_found", "account_on_hold"],
    needs: "plan",
    narrowable: true,
    handle: async ({ request, theCase, scope, access }) => {
      // Who may not change a channel must not try out its secrets, either.
      const hidesSecrets = !isAllowed(access, "change");
      const asked = { caseId: theCase.id, owner: toOwner(scope), hidesSecrets, now: new Date() };
      const { text, format, prunes } = await readFile(request);
      return planRequest({ text, format, prunes: prunes ?? false }, asked);
    },
  }),
});
