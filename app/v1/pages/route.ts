import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { isAllowed } from "@/lib/cases/api-key-access";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { notFound } from "@/lib/platform/refusal";
import { findPage, listPages } from "@/lib/status-pages/find-page";
import { newPage } from "@/lib/status-pages/page-input";
import { presentedPage, presentPage } from "@/lib/status-pages/present-page";
import { addPage } from "@/lib/status-pages/save-page";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listPages",
    title: "List status pages",
    description: "Returns the status pages of the case, oldest first.",
    response: { name: "Pages", schema: z.array(presentedPage) },
    handle: async ({ theCase, access }) => {
      const mayChange = isAllowed(access, "change");
      return (await listPages(theCase.id)).map((page) => presentPage(page, { mayChange }));
    },
  }),
  POST: operation({
    id: "createPage",
    title: "Create a status page",
    description:
      "Creates a status page for people without an account. It is a draft until you set a `visibility` other than `hidden`, and it shows only the names that you enter here.",
    body: { schema: newPage, name: "NewPage" },
    response: { name: "Page", schema: presentedPage },
    example: {
      body: {
        slug: "acme",
        title: "Acme’s backups",
        description: "What we back up every night.",
        timezone: "Europe/Riga",
        visibility: "public",
        groups: [{ components: [{ name: "Backup of the shop", snitch: "c2354d53d2b1a4f0" }] }],
      },
    },
    errors: ["account_on_hold"],
    handle: async ({ theCase, by, body }) => {
      refuseIfOnHold(theCase);
      const input = await body();
      await addPage(theCase.id, input, by);
      const page = await findPage(theCase.id, input.slug);
      if (!page) throw notFound("page");
      return presentPage(page, { mayChange: true });
    },
  }),
});
