import type { Operation } from "@/lib/api/operation";

export const removeTag: Operation = {
  id: "removeTag",
  method: "DELETE",
  path: "/v1/snitches/{token}/tags/{tag}",
  title: "Remove a tag",
  description:
    "Removes a tag and returns the remaining tags. In the path, a space is `%20` or `+`. Removing a tag that the snitch does not have is not an error.",
  response: "Tags",
  errors: ["resource_not_found"],
};
