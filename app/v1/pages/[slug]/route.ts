import { operation, route } from "@/lib/api/operation";
import { isAllowed } from "@/lib/cases/api-key-access";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { notFound } from "@/lib/platform/refusal";
import { findPage } from "@/lib/status-pages/find-page";
import { pageChanges } from "@/lib/status-pages/page-input";
import { presentedPage, presentPage } from "@/lib/status-pages/present-page";
import { revokeShare } from "@/lib/status-pages/revoke";
import { changePage } from "@/lib/status-pages/save-page";

async function find(caseId: string, slug: string) {
  const page = await findPage(caseId, slug);
  if (!page) throw notFound("page");
  return page;
}

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showPage",
    title: "Show a status page",
    description: "Returns one status page of the case, as its editors see it.",
    response: { name: "Page", schema: presentedPage },
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, access }) =>
      presentPage(await find(theCase.id, params.slug), { mayChange: isAllowed(access, "change") }),
  }),
  PATCH: operation({
    id: "updatePage",
    title: "Update a status page",
    description:
      "Updates the attributes that are sent. `groups` replaces all groups; a component with the same job or tag keeps its `id`.",
    body: { schema: pageChanges, name: "PageChanges" },
    response: { name: "Page", schema: presentedPage },
    example: { body: { visibility: "public" } },
    errors: ["account_on_hold", "resource_not_found"],
    handle: async ({ theCase, params, by, body }) => {
      refuseIfOnHold(theCase);
      const changes = await body();
      const { slug } = await find(theCase.id, params.slug);
      const next = await changePage(theCase.id, slug, changes, by);
      return presentPage(await find(theCase.id, next), { mayChange: true });
    },
  }),
  DELETE: operation({
    id: "removePage",
    title: "Delete a status page",
    description: "Its URLs return 404, everywhere within two seconds.",
    response: null,
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by }) => {
      const { id } = await find(theCase.id, params.slug);
      await revokeShare(theCase.id, "page", id, by);
    },
  }),
});
