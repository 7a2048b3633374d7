import { operation, route } from "@/lib/api/operation";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { pauseUntil } from "@/lib/snitches/input";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "pauseSnitch",
    title: "Pause a snitch",
    description:
      "Mutes the alerts of a snitch. It is safe to repeat: the latest `until` counts. A pending snitch can’t be paused.",
    body: { schema: pauseUntil, name: "Pause", optional: true },
    response: null,
    example: { body: { until: "2100-01-01T06:00:00.000Z" } },
    errors: ["resource_not_found"],
    needs: "acknowledge",
    handle: async ({ theCase, params, by, body, now }) => {
      const terms = await body();
      await pauseSnitch(theCase.id, params.token, terms, now, by);
    },
  }),
});
