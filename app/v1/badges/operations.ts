import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newBadge } from "@/lib/pages/badge-input";

export const listBadges: Operation = {
  id: "listBadges",
  method: "GET",
  path: "/v1/badges",
  title: "List badges",
  description: "Returns the badges of the case, oldest first, with their addresses.",
  response: "Badges",
  errors: [],
};

export const createBadge: Operation = {
  id: "createBadge",
  method: "POST",
  path: "/v1/badges",
  title: "Create a badge",
  description:
    "Creates an image of one state or figure, which anybody sees who has its address. Its words are `healthy`, `missing`, `errored`, `late`, `paused` and `pending`; of several jobs it shows the worst. A badge of a status page has the words of that page, shows its `status` or `share`, and answers 404 while not everybody may see the page.",
  body: { schema: newBadge, name: "NewBadge" },
  response: "Badge",
  errors: ["account_on_hold", ...BODY_ERRORS],
};
