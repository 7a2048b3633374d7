import { z } from "zod";
import { operation } from "@/lib/api/operation";
import { route } from "@/lib/api/route";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { notFound } from "@/lib/platform/refusal";
import { addBadge } from "@/lib/status-pages/add-badge";
import { newBadge } from "@/lib/status-pages/badge-input";
import { findBadge, listBadges } from "@/lib/status-pages/find-badge";
import { presentBadge, presentedBadge } from "@/lib/status-pages/present-badge";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listBadges",
    title: "List badges",
    description: "Returns the badges of the case, oldest first, with their addresses.",
    response: { name: "Badges", schema: z.array(presentedBadge) },
    handle: async ({ theCase }) => (await listBadges(theCase.id)).map(presentBadge),
  }),
  POST: operation({
    id: "createBadge",
    title: "Create a badge",
    description:
      "Creates an image of one state or figure, which anybody sees who has its address. Its words are `healthy`, `missing`, `errored`, `late`, `paused` and `pending`; of several jobs it shows the worst. A badge of a status page has the words of that page, shows its `status` or `share`, and answers 404 while not everybody may see the page.",
    body: { schema: newBadge, name: "NewBadge" },
    response: { name: "Badge", schema: presentedBadge },
    example: { body: { subject: "case", label: "Backups" } },
    errors: ["account_on_hold"],
    handle: async ({ theCase, by, body }) => {
      refuseIfOnHold(theCase);
      const input = await body();
      const badge = await findBadge(theCase.id, await addBadge(theCase.id, input, by));
      if (!badge) throw notFound("badge");
      return presentBadge(badge);
    },
  }),
});
