import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { noticeChanges } from "@/lib/pages/notices/input";

export const showNotice: Operation = {
  id: "showNotice",
  method: "GET",
  path: "/v1/notices/{id}",
  title: "Show a notice",
  description: "Returns a notice with all its updates.",
  response: "Notice",
  errors: ["resource_not_found"],
};

export const updateNotice: Operation = {
  id: "updateNotice",
  method: "PATCH",
  path: "/v1/notices/{id}",
  title: "Change a notice",
  description:
    "Changes the attributes that are sent; nobody is notified. After the end, `summary` says what was learnt. Its state follows from its updates, and that of planned work from its times.",
  body: { schema: noticeChanges, name: "NoticeChanges" },
  response: "Notice",
  errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
};

export const removeNotice: Operation = {
  id: "removeNotice",
  method: "DELETE",
  path: "/v1/notices/{id}",
  title: "Delete a notice",
  description: "Deletes a notice with its updates, on all pages.",
  response: null,
  errors: ["account_on_hold", "resource_not_found"],
};
