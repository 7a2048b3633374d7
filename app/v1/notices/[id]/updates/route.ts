import { operation, parseId, route } from "@/lib/api/operation";
import { newUpdate } from "@/lib/status-pages/notices/input";
import { EXAMPLE_UPDATE, presentedNotice } from "@/lib/status-pages/notices/present";
import { addUpdate } from "@/lib/status-pages/notices/update";
import { show } from "../../show";

const ROOM_AGAIN = { at: "2026-05-29T01:00:00.000Z", state: "resolved", text: "There is room again." };

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "addNoticeUpdate",
    title: "Add an update to a notice",
    description:
      "Adds an update, and returns the notice. `resolved` and `completed` end the notice; any later state reopens it.",
    body: { schema: newUpdate, name: "NewNoticeUpdate" },
    response: { name: "Notice", schema: presentedNotice },
    example: {
      body: ROOM_AGAIN,
      response: {
        state: "resolved",
        ended_at: ROOM_AGAIN.at,
        updates: [
          EXAMPLE_UPDATE,
          { id: "019e7150-5c02-7a41-8b36-2d5f7c9e1a03", ...ROOM_AGAIN, by: "Terraform" },
        ],
      },
    },
    errors: ["account_on_hold", "resource_not_found"],
    needs: "acknowledge",
    handle: async ({ theCase, params, by, body }) => {
      const id = parseId(params, "notice");
      const update = await body();
      const now = new Date();
      await addUpdate(theCase.id, id, update, now, by);
      return show(theCase.id, id, now);
    },
  }),
});
