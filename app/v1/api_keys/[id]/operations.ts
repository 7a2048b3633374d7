import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { snitchLimitChange } from "@/lib/cases/input";

export const changeApiKey: Operation = {
  id: "changeApiKey",
  method: "PATCH",
  path: "/v1/api_keys/{id}",
  title: "Change the limit of an API key",
  description:
    "Sets how many snitches a key’s check-ins may add in total: 1000 at first, null for any number. Only for keys with the access `ping`.",
  body: { schema: snitchLimitChange, name: "SnitchLimit" },
  response: "ApiKey",
  errors: ["resource_not_found", ...BODY_ERRORS],
};

export const removeApiKey: Operation = {
  id: "removeApiKey",
  method: "DELETE",
  path: "/v1/api_keys/{id}",
  title: "Revoke an API key",
  description: "Revokes a key, which may be the one used for the request. It stops working at once.",
  response: null,
  errors: ["resource_not_found"],
};
