import type { Operation } from "@/lib/api/operation";

export const revokeBadge: Operation = {
  id: "revokeBadge",
  method: "DELETE",
  path: "/v1/badges/{id}",
  title: "Revoke a badge",
  description: "Its addresses answer 404 from then on, everywhere within half a minute.",
  response: null,
  errors: ["resource_not_found"],
};
