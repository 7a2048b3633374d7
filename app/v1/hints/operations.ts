import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { hintList } from "@/lib/cases/hint-input";

export const listHints: Operation = {
  id: "listHints",
  method: "GET",
  path: "/v1/hints",
  title: "List hints",
  description: "Returns the hints of the case, in their order.",
  response: "Hints",
  errors: [],
};

export const replaceHints: Operation = {
  id: "replaceHints",
  method: "PUT",
  path: "/v1/hints",
  title: "Replace the hints",
  description:
    "Replaces all hints of the case by those of the body, an array, and returns them. Each needs an `exit_status`, a `text` or both.",
  body: { schema: hintList, name: "NewHints" },
  response: "Hints",
  errors: ["account_on_hold", ...BODY_ERRORS],
};
