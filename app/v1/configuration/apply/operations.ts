import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { sentWithSecrets } from "@/lib/configuration/answer";

export const applyConfiguration: Operation = {
  id: "applyConfiguration",
  method: "POST",
  path: "/v1/configuration/apply",
  title: "Apply a configuration file",
  description:
    "Makes the changes of a plan. The body is the file, or the file with the secrets that its `env` names: variables of the server are never read. If the file or the case is not what was planned, nothing is changed, and the response has the new plan. An apply that was interrupted is finished by planning and applying again.",
  query: [
    { name: "digest", description: "The digest of the plan. It also says whether the plan prunes." },
    { name: "prune", description: "As in the plan; may be left out.", schema: { type: "boolean" } },
  ],
  body: { schema: sentWithSecrets, name: "ConfigurationApplyRequest" },
  response: "AppliedConfiguration",
  isYamlToo: true,
  errors: ["resource_not_found", "account_on_hold", "plan_changed", ...BODY_ERRORS],
};
