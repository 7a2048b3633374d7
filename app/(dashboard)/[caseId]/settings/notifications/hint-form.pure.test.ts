import { expect, test } from "vitest";
import { readHint } from "./hint-form";

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readHint(form);
}

test.each([
  [
    { exit_status: " 137 ", hint: "Out of memory" },
    { exit_status: 137, text: null, hint: "Out of memory", url: null },
  ],
  [
    { exit_status: "", text: "No space", hint: "Full", url: "https://a.test" },
    { exit_status: null, text: "No space", hint: "Full", url: "https://a.test" },
  ],
  [
    { exit_status: "007", hint: "A text" },
    { exit_status: "007", text: null, hint: "A text", url: null },
  ],
])("%j is a hint", (fields, hint) => {
  expect(read(fields as Record<string, string>)).toEqual([hint]);
});

test.each([
  [{ exit_status: "1" }, "hint"],
  [{ hint: "h" }, "text"],
  [{ exit_status: "1", hint: "h", url: "wiki" }, "url"],
])("%j is refused at its field", (fields, attribute) => {
  expect(() => read(fields as Record<string, string>)).toThrow(
    expect.objectContaining({ validations: [expect.objectContaining({ attribute })] }),
  );
});
