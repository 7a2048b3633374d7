import { expect, test } from "vitest";
import { Refusal } from "@/lib/platform/refusal";
import { readSnoozeEnd } from "./snooze-form";

const tuesday = new Date("2026-03-10T10:37Z");

const read = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readSnoozeEnd(form, tuesday);
};

test.each([
  [{ until: "1_hour" }, "2026-03-10T11:37Z"],
  [{ until: "recovered" }, "2026-04-09T09:37Z"],
  [{ until: "tomorrow" }, "2026-03-11T09:00Z"],
  [{ until: "tomorrow", zone: "Europe/Berlin" }, "2026-03-11T08:00Z"],
  [{ until: "time", time: "2026-03-10T12:00", zone: "Europe/Berlin" }, "2026-03-10T11:00Z"],
  [{ until: "2026-04-09T10:37:00.000Z" }, "2026-04-09T10:37Z"],
])("a form with %o snoozes an incident until %s", (fields, end) => {
  expect(read(fields)).toEqual(new Date(end));
});

test.each([
  [{ until: "time", time: "2026-03-10T10:00" }, "time", "must be a time in the future"],
  [{ until: "time", time: "2026-05-10T10:00" }, "time", "must be at most 30 days from now"],
  [{ until: "time" }, "time", "must be a time in the future"],
  [{ until: "2026-04-09T10:37:00.001Z" }, "until", "must be at most 30 days from now"],
  [{ until: "healthy" }, "until", "must be a time in the future"],
  [{}, "until", "must be a time in the future"],
])("a form with %o is refused", (fields, attribute, message) => {
  expect(() => read(fields)).toThrow(Refusal);
  try {
    read(fields);
  } catch (error) {
    expect((error as Refusal).validations).toEqual([{ attribute, message }]);
  }
});
