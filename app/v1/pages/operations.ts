import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newPage } from "@/lib/pages/page-input";

export const listPages: Operation = {
  id: "listPages",
  method: "GET",
  path: "/v1/pages",
  title: "List status pages",
  description: "Returns the status pages of the case, oldest first.",
  response: "Pages",
  errors: [],
};

export const createPage: Operation = {
  id: "createPage",
  method: "POST",
  path: "/v1/pages",
  title: "Create a status page",
  description:
    "Creates a page of jobs for people without an account. Nobody sees it until its `visibility` is another than `hidden`, and then only the names that you write here.",
  body: { schema: newPage, name: "NewPage" },
  response: "Page",
  errors: ["account_on_hold", ...BODY_ERRORS],
};
