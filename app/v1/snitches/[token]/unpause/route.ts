import { operation, route } from "@/lib/api/operation";
import { unpauseSnitch } from "@/lib/monitoring/pause";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "unpauseSnitch",
    title: "Unpause a snitch",
    description:
      "Ends a pause. The snitch returns to its status before the pause, as updated by check-ins during the pause, and a new period starts. It is safe to call if the snitch is not paused.",
    response: null,
    errors: ["resource_not_found"],
    needs: "acknowledge",
    handle: async ({ theCase, params, by }) => {
      await unpauseSnitch(theCase.id, params.token, new Date(), by);
    },
  }),
});
