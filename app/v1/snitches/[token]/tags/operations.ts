import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { tagList } from "@/lib/snitches/input-arrays";

export const addTags: Operation = {
  id: "addTags",
  method: "POST",
  path: "/v1/snitches/{token}/tags",
  title: "Add tags",
  description: "Adds tags and returns all tags of the snitch. A tag that it already has keeps its position.",
  body: { schema: tagList, name: "NewTags" },
  response: "Tags",
  errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
};
