import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newNotice } from "@/lib/pages/notices/input";

export const listNotices: Operation = {
  id: "listNotices",
  method: "GET",
  path: "/v1/notices",
  title: "List notices",
  description:
    "Returns the notices on the status pages of the case, newest first. For the next page, send the id of the last notice as `after`.",
  query: [
    { name: "page", description: "The slug of a status page: only notices on it are returned." },
    {
      name: "after",
      description: "The id of a notice: only those after it in the list are returned.",
      schema: { type: "string", format: "uuid" },
    },
    {
      name: "limit",
      description: "How many notices, from 1 to 100; 100 by default.",
      schema: { type: "integer", minimum: 1, maximum: 100, default: 100 },
    },
  ],
  response: "Notices",
  errors: ["resource_invalid"],
};

export const createNotice: Operation = {
  id: "createNotice",
  method: "POST",
  path: "/v1/notices",
  title: "Publish a notice",
  description:
    "Publishes a notice on status pages at once: an incident, planned work or news. `state` and `text` are its first update. A key that may acknowledge may write notices.",
  body: { schema: newNotice, name: "NewNotice" },
  response: "Notice",
  errors: ["account_on_hold", ...BODY_ERRORS],
};
