import type { Operation } from "@/lib/api/operation";

export const readPublicPage: Operation = {
  id: "readPublicPage",
  method: "GET",
  path: "/status/{slug}.json",
  title: "Read what a status page says",
  description:
    "Returns the states, shares and notices of a page, as its readers see them. It needs no API key; of a page that its link opens, `key`. A page with a password has it for a browser that entered it.",
  query: [{ name: "key", description: "The key in the link of a page with the visibility `link`." }],
  response: "PublicPage",
  errors: [],
  isPublic: true,
  absent: "There is no such page, or it is not for this reader.",
};
