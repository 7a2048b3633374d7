import { operation, parseId, route } from "@/lib/api/operation";
import { removeSubscriber } from "@/lib/status-pages/subscribers/list";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  DELETE: operation({
    id: "removeSubscriber",
    title: "End a subscription",
    description: "Removes a subscriber from a status page. They can subscribe again.",
    response: null,
    example: { path: { id: "8c2f6a1e-4b7d-4e90-a5c3-1d2e3f4a5b6c" } },
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by }) => {
      await removeSubscriber(theCase.id, params.slug, parseId(params, "subscriber"), by);
    },
  }),
});
