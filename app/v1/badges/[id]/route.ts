import { operation, parseId, route } from "@/lib/api/operation";
import { revokeShare } from "@/lib/status-pages/revoke";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  DELETE: operation({
    id: "revokeBadge",
    title: "Revoke a badge",
    description: "Its URLs return 404, everywhere within 30 seconds.",
    response: null,
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by }) => {
      await revokeShare(theCase.id, "badge", parseId(params, "badge"), by);
    },
  }),
});
