import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { tagList } from "@/lib/snitches/input-arrays";
import { addTags } from "@/lib/snitches/tags";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "addTags",
    title: "Add tags",
    description:
      "Adds tags and returns all tags of the snitch. A tag that it already has keeps its position.",
    body: { schema: tagList, name: "NewTags", list: "tags" },
    response: { name: "Tags", schema: z.array(z.string()) },
    example: { body: ["critical", "db1"], response: ["database", "critical", "db1"] },
    errors: ["account_on_hold", "resource_not_found"],
    handle: async ({ theCase, params, by, body }) => {
      refuseIfOnHold(theCase);
      const tags = await body();
      return addTags(theCase.id, params.token, tags, by);
    },
  }),
});
