import type { Operation } from "@/lib/api/operation";

export const removeMachine: Operation = {
  id: "removeMachine",
  method: "DELETE",
  path: "/v1/machines/{host}",
  title: "Forget a machine",
  description: "Forgets a machine. Its snitches stay, and its next report brings it back.",
  response: null,
  errors: ["resource_not_found"],
};
