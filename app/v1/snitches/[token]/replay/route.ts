import { operation, route } from "@/lib/api/operation";
import { replayInput } from "@/lib/replay/input";
import { presentedReplay, presentReplay } from "@/lib/replay/present";
import { replaySnitch } from "@/lib/replay/replay-snitch";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "replaySnitch",
    title: "Replay a snitch",
    description:
      "Returns the alerts that other settings would have raised, alongside those that were raised. Omitted settings default to the snitch’s own. Nothing is changed, and no one is alerted.",
    body: { schema: replayInput, name: "Replay", optional: true },
    response: { name: "ReplayResult", schema: presentedReplay },
    example: { body: { schedule: "0 3 * * *", timezone: "Europe/Riga", grace: 420 } },
    errors: ["resource_not_found"],
    needs: "plan",
    handle: async ({ theCase, params, body, now }) => {
      const input = await body();
      return presentReplay(await replaySnitch(theCase.id, params.token, input, now));
    },
  }),
});
