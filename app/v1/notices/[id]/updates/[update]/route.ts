import { operation, parseId, route } from "@/lib/api/operation";
import { updateChanges } from "@/lib/status-pages/notices/input";
import { EXAMPLE_UPDATE, presentedNotice } from "@/lib/status-pages/notices/present";
import { changeUpdate, removeUpdate, type UpdateIds } from "@/lib/status-pages/notices/update";
import { show } from "../../../show";

const readIds = ({ id, update }: { id: string; update: string }): UpdateIds => ({
  noticeId: parseId({ id }, "notice"),
  updateId: parseId({ id: update }, "update"),
});

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  PATCH: operation({
    id: "changeNoticeUpdate",
    title: "Change an update of a notice",
    description: "Updates the attributes that are sent, and returns the notice. No one is notified.",
    body: { schema: updateChanges, name: "NoticeUpdateChanges" },
    response: { name: "Notice", schema: presentedNotice },
    example: {
      path: { update: EXAMPLE_UPDATE.id },
      body: { text: "The disk of the second backup server is full." },
      response: {
        updates: [{ ...EXAMPLE_UPDATE, text: "The disk of the second backup server is full." }],
      },
    },
    errors: ["account_on_hold", "resource_not_found"],
    needs: "acknowledge",
    handle: async ({ theCase, params, by, body }) => {
      const ids = readIds(params);
      const changes = await body();
      await changeUpdate(theCase.id, ids, changes, new Date(), by);
      return show(theCase.id, ids.noticeId);
    },
  }),
  DELETE: operation({
    id: "removeNoticeUpdate",
    title: "Delete an update of a notice",
    description:
      "Deletes an update, and returns the notice. Deleting the update that ended the notice reopens it. The only update can’t be deleted: delete the notice instead.",
    response: { name: "Notice", schema: presentedNotice },
    example: { path: { update: EXAMPLE_UPDATE.id } },
    errors: ["account_on_hold", "resource_not_found", "resource_invalid"],
    needs: "acknowledge",
    handle: async ({ theCase, params, by }) => {
      const ids = readIds(params);
      await removeUpdate(theCase.id, ids, new Date(), by);
      return show(theCase.id, ids.noticeId);
    },
  }),
});
