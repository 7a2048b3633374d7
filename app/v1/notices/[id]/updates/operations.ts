import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newUpdate } from "@/lib/pages/notices/input";

export const addNoticeUpdate: Operation = {
  id: "addNoticeUpdate",
  method: "POST",
  path: "/v1/notices/{id}/updates",
  title: "Add an update to a notice",
  description:
    "Adds an update, and returns the notice. `resolved` and `completed` end it; another state after them opens it again.",
  body: { schema: newUpdate, name: "NewNoticeUpdate" },
  response: "Notice",
  errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
};
