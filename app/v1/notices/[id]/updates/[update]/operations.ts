import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { updateChanges } from "@/lib/pages/notices/input";

export const changeNoticeUpdate: Operation = {
  id: "changeNoticeUpdate",
  method: "PATCH",
  path: "/v1/notices/{id}/updates/{update}",
  title: "Change an update of a notice",
  description: "Changes the attributes that are sent, and returns the notice. Nobody is notified.",
  body: { schema: updateChanges, name: "NoticeUpdateChanges" },
  response: "Notice",
  errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
};

export const removeNoticeUpdate: Operation = {
  id: "removeNoticeUpdate",
  method: "DELETE",
  path: "/v1/notices/{id}/updates/{update}",
  title: "Delete an update of a notice",
  description:
    "Deletes an update, and returns the notice. Without the one that ended it, it is open again. The only update goes with the notice.",
  response: "Notice",
  errors: ["account_on_hold", "resource_not_found", "resource_invalid"],
};
