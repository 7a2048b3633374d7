import { operation, parseId, route } from "@/lib/api/operation";
import { changeNotice, removeNotice } from "@/lib/status-pages/notices/change";
import { noticeChanges } from "@/lib/status-pages/notices/input";
import { presentedNotice } from "@/lib/status-pages/notices/present";
import { show } from "../show";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showNotice",
    title: "Show a notice",
    description: "Returns a notice with all its updates.",
    response: { name: "Notice", schema: presentedNotice },
    errors: ["resource_not_found"],
    handle: async ({ theCase, params }) => show(theCase.id, parseId(params, "notice")),
  }),
  PATCH: operation({
    id: "updateNotice",
    title: "Change a notice",
    description:
      "Updates the attributes that are sent; no one is notified. After the notice has ended, `summary` can say what you learned. The state follows from the updates or, for planned work, from the times.",
    body: { schema: noticeChanges, name: "NoticeChanges" },
    response: { name: "Notice", schema: presentedNotice },
    example: {
      body: { title: "Backups of db7 and db8 are late" },
      response: { title: "Backups of db7 and db8 are late" },
    },
    errors: ["account_on_hold", "resource_not_found"],
    needs: "acknowledge",
    handle: async ({ theCase, params, by, body }) => {
      const id = parseId(params, "notice");
      const changes = await body();
      await changeNotice(theCase.id, id, changes, new Date(), by);
      return show(theCase.id, id);
    },
  }),
  DELETE: operation({
    id: "removeNotice",
    title: "Delete a notice",
    description: "Deletes a notice and its updates from all pages.",
    response: null,
    errors: ["account_on_hold", "resource_not_found"],
    needs: "acknowledge",
    handle: async ({ theCase, params, by }) => {
      await removeNotice(theCase.id, parseId(params, "notice"), new Date(), by);
    },
  }),
});
