import { expect, test } from "vitest";
import { Refusal } from "@/lib/platform/refusal";
import { formResult } from "./form-result";

const refuse = async () => {
  throw new Refusal("resource_invalid", "Not like this.", [{ attribute: "name", message: "is too long" }]);
};

test("a refusal becomes the state of the form, with the typed values but no password and no field of React’s", async () => {
  const form = new FormData();
  for (const name of ["name", "password", "current", "$ACTION_ID_1"]) form.set(name, "typed");
  form.set("file", new Blob(["a"]));

  expect(await formResult(form, refuse)).toEqual({
    error: "Not like this.",
    validations: [{ attribute: "name", message: "is too long" }],
    values: { name: "typed" },
  });
});

test("any other error is thrown", async () => {
  const fail = async () => {
    throw new Error("the database is unavailable");
  };

  await expect(formResult(new FormData(), fail)).rejects.toThrow("the database is unavailable");
});

test.each([undefined, null, {}, "a=b"])(
  "%j in place of the form is refused, and no work is done",
  async (form) => {
    const done: unknown[] = [];

    const state = await formResult(form, async (it) => done.push(it));

    expect(state.error).toBe("The form was not submitted completely. Reload the page.");
    expect(done).toEqual([]);
  },
);

test("the result of the work is part of the state", async () => {
  expect(await formResult(new FormData(), async () => "key")).toEqual({ done: true, result: "key" });
});
