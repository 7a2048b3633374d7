import type { FilterAttributes } from "@/lib/snitches/filter-attributes";
import { readField } from "./form-seconds";

/** The fields of a form about keywords, as the API’s attribute; undefined if the form has none. */
export function readFilters(form: FormData): FilterAttributes | undefined {
  if (form.get("filters") === null) return undefined;
  const read = (name: string) => readField(form.get(`filters.${name}`));
  return {
    methods: read("post") ? "POST" : "",
    in_subject: read("in_subject") !== "",
    in_body: read("in_body") !== "",
    in_http_body: read("in_http_body") !== "",
    success_keywords: read("success_keywords"),
    failure_keywords: read("failure_keywords"),
    start_keywords: read("start_keywords"),
    fails_by_default: read("without") === "fail",
  };
}
