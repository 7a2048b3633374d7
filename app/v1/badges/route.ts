import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
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
    description: "Returns the badges of the case, oldest first, with their URLs.",
    response: { name: "Badges", schema: z.array(presentedBadge) },
    handle: async ({ theCase }) => (await listBadges(theCase.id)).map(presentBadge),
  }),
  POST: operation({
    id: "createBadge",
    title: "Create a badge",
    description:
      "Creates an image of a status or figure, visible to anyone with its URL. A status is `healthy`, `missing`, `errored`, `late`, `paused` or `pending`; for several jobs, it is the worst of them. A badge for a status page uses the labels of that page, shows its `status` or `share`, and returns 404 unless the page is public.",
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
