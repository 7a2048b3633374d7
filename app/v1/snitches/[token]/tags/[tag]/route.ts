import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { tagCandidates } from "@/lib/api/query";
import { removeTag } from "@/lib/snitches/tags";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  DELETE: operation({
    id: "removeTag",
    title: "Remove a tag",
    description:
      "Removes a tag and returns the remaining tags. In the path, a space is `%20` or `+`. Removing a tag that the snitch does not have is not an error.",
    response: { name: "Tags", schema: z.array(z.string()) },
    example: { path: { tag: "database" } },
    errors: ["resource_not_found", "resource_invalid"],
    handle: async ({ request, theCase, params, by, scope }) =>
      removeTag(theCase.id, params.token, tagCandidates(request.url), by, scope),
  }),
});
