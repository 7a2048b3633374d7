import { expect, test } from "vitest";
import { impactField, pageField, readAffected, readPages } from "./form-fields";

function aForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("what was chosen on a page counts while the page is chosen", () => {
  const form = aForm({
    [pageField("acme")]: "on",
    [impactField("acme", "c1")]: "major",
    [impactField("acme", "c2")]: "",
    [impactField("other", "c3")]: "minor",
  });
  expect(readPages(form)).toEqual(["acme"]);
  expect(readAffected(form, readPages(form))).toEqual({ affected: [{ component: "c1", impact: "major" }] });
  expect(readAffected(form).affected).toHaveLength(2);
});

test("a form that asks for no impact leaves those that there are", () => {
  expect(readAffected(aForm({ title: "impact acme c1" }))).toEqual({});
});
