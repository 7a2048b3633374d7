import { expect, test } from "vitest";
import { filters } from "@/lib/snitches/settings/filters";
import { readFilters } from "./filter-form";

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readFilters(form);
}

test("a form without these fields leaves them as they are", () => {
  expect(read({ name: "Backup" })).toBeUndefined();
});

test("empty fields are not filters", () => {
  expect(filters.filters.input.parse(read({ filters: "shown", "filters.without": "ignore" }))).toBeNull();
});

test("each field is one member of the attribute", () => {
  const fields = {
    filters: "shown",
    "filters.in_subject": "on",
    "filters.success_keywords": " completed, done ",
    "filters.without": "fail",
    "filters.post": "on",
  };
  expect(filters.filters.input.parse(read(fields))).toEqual({
    methods: "POST",
    in_subject: true,
    in_body: false,
    in_http_body: false,
    success_keywords: "completed, done",
    failure_keywords: "",
    start_keywords: "",
    fails_by_default: true,
  });
});
