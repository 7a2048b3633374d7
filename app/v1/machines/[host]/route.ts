import { operation, route } from "@/lib/api/operation";
import { removeMachine } from "@/lib/machines/remove";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  DELETE: operation({
    id: "removeMachine",
    title: "Forget a machine",
    description: "Removes a machine from the list. Its snitches stay, and it reappears when it next reports.",
    response: null,
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by }) => {
      await removeMachine(theCase.id, params.host, by);
    },
  }),
});
