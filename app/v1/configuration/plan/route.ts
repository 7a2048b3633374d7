import { z } from "zod";
import { readFile } from "@/lib/api/configuration-request";
import { operation } from "@/lib/api/operation";
import { route } from "@/lib/api/route";
import { isAllowed } from "@/lib/cases/api-key-access";
import { presentedPlan, sentFile } from "@/lib/configuration/answer";
import { toOwner } from "@/lib/configuration/owner";
import { planRequest } from "@/lib/configuration/plan-request";
import { HOURLY_BACKUP } from "../example";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "planConfiguration",
    title: "Plan a configuration file",
    description:
      "Returns what applying a file, YAML or JSON of at most 8 MiB and 200,000 names and values, would change, how many alerts people would have had with it, and the digest with which it can be applied. Nothing is changed. Needs a key with the access `plan` or `full`; one that is narrowed to tags plans the snitches of its tags.",
    query: z.object({
      prune: z.boolean().meta({
        description: "`true`: what the file does not have is deleted, in its sections.",
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
