import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { sentFile } from "@/lib/configuration/answer";

export const planConfiguration: Operation = {
  id: "planConfiguration",
  method: "POST",
  path: "/v1/configuration/plan",
  title: "Plan a configuration file",
  description:
    "Returns what applying a file, YAML or JSON of at most 8 MiB and 200,000 names and values, would change, how many alerts people would have had with it, and the digest with which it can be applied. Nothing is changed. Needs a key with the access `plan` or `full`; one that is narrowed to tags plans the snitches of its tags.",
  query: [
    {
      name: "prune",
      description: "`true`: what the file does not have is deleted, in its sections.",
      schema: { type: "boolean" },
    },
  ],
  body: { schema: sentFile, name: "ConfigurationFileInput" },
  response: "ConfigurationPlan",
  isYamlToo: true,
  errors: ["resource_not_found", "account_on_hold", ...BODY_ERRORS],
};
