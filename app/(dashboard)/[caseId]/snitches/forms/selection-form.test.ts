import { expect, test } from "vitest";
import { parse } from "@/lib/platform/refusal";
import { bulkChange, readBulkChange, readSelection, selection } from "./selection-form";

const buildForm = (fields: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};
const changeIn = (...fields: [string, string][]) => parse(bulkChange, readBulkChange(buildForm(fields)));
const selectionIn = (...fields: [string, string][]) => parse(selection, readSelection(buildForm(fields)));
const catchValidations = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return (error as { validations: unknown }).validations;
  }
};

const ID = "01a1fb83-af36-7345-9db8-85689f84cc20";

test("a selection is the rows of a page, or a query of the list with the number that was seen", () => {
  expect(selectionIn(["token", "0123456789abcdef"], ["token", "fedcba9876543210"])).toEqual({
    tokens: ["0123456789abcdef", "fedcba9876543210"],
  });
  expect(selectionIn(["query", "status=failed&tag=db"], ["shown", "213"])).toMatchObject({
    filters: { status: "failed", tags: ["db"], search: "" },
    shown: 213,
    progress: undefined,
  });
  expect(selectionIn(["query", ""], ["shown", "213"], ["after", ID], ["left", "13"])).toMatchObject({
    progress: { after: ID, left: 13 },
  });
  expect(selectionIn()).toEqual({ tokens: [] });
});

test.each([
  ["a token that is none", [["token", "no snitch"]]],
  ["more rows than a page has", Array.from({ length: 51 }, () => ["token", "0123456789abcdef"])],
] as [string, [string, string][]][])("%s is refused", (_, fields) => {
  expect(() => selectionIn(...fields)).toThrow();
});

test.each([
  ["no tags", [["verb", "add_tags"]], "tags", "can't be blank"],
  [
    "blank tags",
    [
      ["verb", "remove_tags"],
      ["tags", " , "],
    ],
    "tags",
    "can't be blank",
  ],
  [
    "no addresses to add",
    [
      ["verb", "add_recipients"],
      ["alert_email", ""],
    ],
    "alert_email",
    "can't be blank",
  ],
  [
    "a wrong address",
    [
      ["verb", "set_recipients"],
      ["alert_email", "ops"],
    ],
    "alert_email",
    "has an invalid address: ops",
  ],
  [
    "an edit with a wrong grace",
    [
      ["verb", "edit"],
      ["edit.grace", "on"],
      ["grace", "soon"],
    ],
    "grace",
    "must be a duration such as “10 minutes” or “1h 30m”, at most 365 days",
  ],
] as [string, [string, string][], string, string][])(
  "%s: the field says why",
  (_, fields, attribute, message) => {
    expect(catchValidations(() => changeIn(...fields))).toEqual([{ attribute, message }]);
  },
);

test("replacing recipients by none is allowed: the case decides then", () => {
  expect(changeIn(["verb", "set_recipients"], ["alert_email", ""])).toEqual({
    verb: "set_recipients",
    alert_email: [],
  });
});
