import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { snitchChanges } from "@/lib/snitches/input";

export const showSnitch: Operation = {
  id: "showSnitch",
  method: "GET",
  path: "/v1/snitches/{token}",
  title: "Show a snitch",
  description: "Returns one snitch of the case.",
  response: "Snitch",
  errors: ["resource_not_found"],
};

export const updateSnitch: Operation = {
  id: "updateSnitch",
  method: "PATCH",
  path: "/v1/snitches/{token}",
  title: "Update a snitch",
  description:
    "Changes the attributes that are present. `tags` replaces all tags. After a change of interval or alert type, a new period starts.",
  body: { schema: snitchChanges, name: "SnitchChanges" },
  response: "Snitch",
  errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
};

export const removeSnitch: Operation = {
  id: "removeSnitch",
  method: "DELETE",
  path: "/v1/snitches/{token}",
  title: "Delete a snitch",
  description: "Deletes a snitch and its whole history. Its check-in URL returns 404 from then on.",
  response: null,
  errors: ["resource_not_found"],
};
