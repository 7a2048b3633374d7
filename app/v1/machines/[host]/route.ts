import { operation } from "@/lib/api/operation";
import { route } from "@/lib/api/route";
import { removeMachine } from "@/lib/machines/remove";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  DELETE: operation({
    id: "removeMachine",
    title: "Forget a machine",
    description: "Forgets a machine. Its snitches stay, and its next report brings it back.",
    response: null,
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by }) => {
      await removeMachine(theCase.id, params.host, by);
    },
  }),
});
