import { z } from "zod";
import type { Described } from "@/lib/api/operation";
import { presentedPublicPage } from "@/lib/status-pages/present-public-page";

export const readPublicPage: Described = {
  id: "readPublicPage",
  title: "Read a status page",
  description:
    "Returns the states, percentages and notices of a page, as its readers see them. No API key is needed. A page that needs its link also needs `key`; a page with a password works in a browser where the password was entered.",
  query: z.object({
    key: z.string().meta({ description: "The key in the link of a page with the visibility `link`." }),
  }),
  response: { name: "PublicPage", schema: presentedPublicPage },
  example: { path: { slug: "acme" } },
  isPublic: true,
  absent: "The page doesn’t exist, or this reader can’t see it.",
};
