import { z } from "zod";
import { operation } from "@/lib/api/operation";
import { route } from "@/lib/api/route";
import { listTags } from "@/lib/snitches/list-tags";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listTags",
    title: "List tags",
    description: "Returns the tags that snitches of the case have, in alphabetical order.",
    response: { name: "Tags", schema: z.array(z.string()).meta({ examples: [["database", "eu"]] }) },
    handle: ({ theCase }) => listTags(theCase.id),
  }),
});
