import type { Operation } from "@/lib/api/operation";

export const showConfiguration: Operation = {
  id: "showConfiguration",
  method: "GET",
  path: "/v1/configuration",
  title: "Show the configuration",
  description:
    "Returns the case as a file that can be applied: JSON, or YAML with `Accept: application/yaml`. It has no secrets and no check-in URLs. Nothing is stored. For a key that is narrowed to tags, it has the snitches of its tags. Needs a key with the access `plan` or `full`.",
  response: "ConfigurationFile",
  isYamlToo: true,
  errors: ["resource_not_found"],
};
