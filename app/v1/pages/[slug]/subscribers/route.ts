import { operation, route } from "@/lib/api/operation";
import { isAllowed } from "@/lib/cases/api-key-access";
import { listSubscribers, presentedSubscribers } from "@/lib/status-pages/subscribers/list";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listSubscribers",
    title: "List the subscribers of a status page",
    description: "Returns the number of subscribers and, for keys with full access, their addresses.",
    response: { name: "PageSubscribers", schema: presentedSubscribers },
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, access }) =>
      listSubscribers(theCase.id, params.slug, isAllowed(access, "change")),
  }),
});
