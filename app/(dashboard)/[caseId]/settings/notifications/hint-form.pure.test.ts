import { expect, test } from "vitest";
import { readHintFields } from "./hint-form";

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readHintFields(form);
}

test("each hint with anything in its fields is one, in the order of the form", () => {
  expect(
    read({
      exit_status_0: "",
      text_0: "",
      hint_0: " ",
      url_0: "",
      exit_status_1: " 137 ",
      hint_1: "Out of memory",
      text_2: "No space",
      hint_2: "Full",
      url_2: "https://a.test",
      exit_status_3: "007",
      hint_3: "A text",
    }),
  ).toEqual([
    { exit_status: 137, text: null, hint: "Out of memory", url: null },
    { exit_status: null, text: "No space", hint: "Full", url: "https://a.test" },
    { exit_status: "007", text: null, hint: "A text", url: null },
  ]);
});

test.each([
  [{ exit_status_2: "1" }, "hint_2"],
  [{ hint_2: "h" }, "text_2"],
  [{ exit_status_0: "1", hint_0: "h", exit_status_2: "1", hint_2: "h", url_2: "wiki" }, "url_2"],
])("%j is refused at its field", (fields, attribute) => {
  expect(() => read(fields as Record<string, string>)).toThrow(
    expect.objectContaining({ validations: [expect.objectContaining({ attribute })] }),
  );
});
