import { expect, test } from "vitest";
import { readMaintenanceFields } from "./maintenance-form";

function aForm(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "Upgrade", note: "", ...values })) form.set(name, value);
  return form;
}

const TIMES = { kind: "once", starts_at: "2026-03-10T22:00", ends_at: "2026-03-11T02:00" };

test.each<[Record<string, string>, object]>([
  [
    { covers: "all", zone: "Europe/Riga", "tag:ignored": "on", ...TIMES },
    { all: true, starts_at: "2026-03-10T20:00:00.000Z", ends_at: "2026-03-11T00:00:00.000Z" },
  ],
  [
    { covers: "tags", "tag:db 1": "on", "tag:b": "on", snitches: "x=X", ...TIMES },
    { tags: ["db 1", "b"], starts_at: "2026-03-10T22:00:00.000Z", ends_at: "2026-03-11T02:00:00.000Z" },
  ],
  [
    {
      covers: "snitches",
      snitches: "ab12=Import",
      kind: "schedule",
      schedule: "0 2 * * 0",
      duration: "1h 30m",
    },
    { snitches: ["ab12"], schedule: "0 2 * * 0", timezone: null, duration: 5_400 },
  ],
  [
    { covers: "snitches", snitches: "ab12=Import", snitches_text: "Nightly backup, cd34", ...TIMES },
    {
      snitches: ["Nightly backup", "cd34"],
      starts_at: "2026-03-10T22:00:00.000Z",
      ends_at: "2026-03-11T02:00:00.000Z",
    },
  ],
])("the fields %j are attributes of the API", (values, attributes) => {
  expect(readMaintenanceFields(aForm(values))).toEqual({ name: "Upgrade", note: "", ...attributes });
});

test.each([
  [{ covers: "tags", ...TIMES }, "tags", "can’t be blank: choose at least one"],
  [{ covers: "snitches", ...TIMES, snitches_text: " , " }, "snitches", "can’t be blank: choose at least one"],
  [{ covers: "all", ...TIMES, ends_at: "" }, "ends_at", "can’t be blank"],
  [{ covers: "all", ...TIMES, starts_at: "soon" }, "starts_at", "must be a date and a time"],
])("the fields %j are refused", (values, attribute, message) => {
  expect(() => readMaintenanceFields(aForm(values))).toThrow(
    expect.objectContaining({ validations: [{ attribute, message }] }),
  );
});
