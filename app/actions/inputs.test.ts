import { expect, test } from "vitest";
import { z } from "zod";
import { Refusal } from "@/lib/platform/refusal";
import {
  fields,
  findForm,
  matching,
  readId,
  readInputs,
  refuseUnlessRepeated,
  snitchToken,
  text,
} from "./inputs";

const ID = "01a1fb83-af36-7345-9db8-85689f84cc20";
const TOKEN = "c0ffee1234abcd56";

function aForm(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

test("bound arguments and the form are read in order, and what follows them is ignored", () => {
  const form = aForm({ role: "admin" });
  const readers = [snitchToken, fields(z.object({ role: z.string() })), readId("member")] as const;
  const args = [TOKEN, ID, {}, form, "extra"];

  expect(findForm(readers, args)).toBe(form);
  expect(readInputs(readers, args, form)).toEqual([TOKEN, { role: "admin" }, ID]);
});

test.each([undefined, null, 7, {}, [ID], "\0", "", ID.toUpperCase(), `${ID} `])(
  "%j is not an id",
  (value) => {
    expect(() => readId("webhook").read(value)).toThrow("No such webhook.");
  },
);

test.each([TOKEN, "KFM5he7sBZaCtkEUXBH4kBuH", "c0ffee12-34ab-4cd5-8600-746174746c65"])(
  "%j can be a token, ours or an imported one",
  (token) => expect(snitchToken.read(token)).toBe(token),
);

test.each([undefined, null, 7, {}, [TOKEN], "\0", "", `${TOKEN}/1`, `${TOKEN} `, "x".repeat(65)])(
  "%j is not a snitch’s token",
  (value) => {
    expect(() => snitchToken.read(value)).toThrow("No such snitch.");
  },
);

test.each([undefined, null, 7, {}, ["a"], "a\0b", "\ud800"])("%j is read as an empty text", (value) => {
  expect(text.read(value)).toBe("");
});

test("an argument that its schema does not accept is refused", () => {
  const reader = matching(z.enum(["pause", "unpause"]));

  expect(reader.read("pause")).toBe("pause");
  expect(() => reader.read("destroy")).toThrow(Refusal);
});

test("a deletion is confirmed by the exact name; spaces around it do not matter", () => {
  expect(() => refuseUnlessRepeated(aForm({ name: " Backup " }), "name", "Backup")).not.toThrow();
  for (const form of [aForm({ name: "backup" }), aForm({ name: "" }), aForm({})]) {
    expect(() => refuseUnlessRepeated(form, "name", "Backup")).toThrow(Refusal);
  }
});
