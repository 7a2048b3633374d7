import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newApiKey } from "@/lib/cases/input";

export const listApiKeys: Operation = {
  id: "listApiKeys",
  method: "GET",
  path: "/v1/api_keys",
  title: "List API keys",
  description: "Returns the active keys of the case, newest first, without the keys themselves.",
  response: "ApiKeys",
  errors: [],
};

export const createApiKey: Operation = {
  id: "createApiKey",
  method: "POST",
  path: "/v1/api_keys",
  title: "Create an API key",
  description:
    "Creates a key and returns it. It is shown only once. A key with the access `read` also sees the check-in URL of each snitch, so whoever has it can check in. For a key that `tags` or `snitches` limit, everything else is not found, also what concerns the whole case, such as its channels and audit log. A key works with one protocol: this API, Healthchecks, or Cronitor.",
  body: { schema: newApiKey(new Date()), name: "NewApiKey" },
  response: "CreatedApiKey",
  errors: [...BODY_ERRORS],
};
