import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { pageChanges } from "@/lib/pages/page-input";

export const showPage: Operation = {
  id: "showPage",
  method: "GET",
  path: "/v1/pages/{slug}",
  title: "Show a status page",
  description: "Returns one status page of the case, as its editors see it.",
  response: "Page",
  errors: ["resource_not_found"],
};

export const updatePage: Operation = {
  id: "updatePage",
  method: "PATCH",
  path: "/v1/pages/{slug}",
  title: "Update a status page",
  description:
    "Changes the attributes that are present. `groups` replaces all of them; a component of the same job or tag keeps its `id`.",
  body: { schema: pageChanges, name: "PageChanges" },
  response: "Page",
  errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
};

export const removePage: Operation = {
  id: "removePage",
  method: "DELETE",
  path: "/v1/pages/{slug}",
  title: "Delete a status page",
  description: "Its addresses answer 404 from then on, everywhere within two seconds.",
  response: null,
  errors: ["resource_not_found"],
};
