import { z } from "zod";
import type { Described } from "@/lib/api/operation";
import { presentedPublicPage } from "@/lib/status-pages/present-public-page";

export const readPublicPage: Described = {
  id: "readPublicPage",
  title: "Read what a status page says",
  description:
    "Returns the states, shares and notices of a page, as its readers see them. It needs no API key; of a page that its link opens, `key`. A page with a password has it for a browser that entered it.",
  query: z.object({
    key: z.string().meta({ description: "The key in the link of a page with the visibility `link`." }),
  }),
  response: { name: "PublicPage", schema: presentedPublicPage },
  example: { path: { slug: "acme" } },
  isPublic: true,
  absent: "There is no such page, or it is not for this reader.",
};
