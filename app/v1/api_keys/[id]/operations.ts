import type { Operation } from "@/lib/api/operation";

export const removeApiKey: Operation = {
  id: "removeApiKey",
  method: "DELETE",
  path: "/v1/api_keys/{id}",
  title: "Revoke an API key",
  description: "Revokes a key, which may be the one of the request. It stops working at once.",
  response: null,
  errors: ["resource_not_found"],
};
