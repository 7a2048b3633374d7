import { expect, test } from "vitest";
import { Refusal } from "@/lib/platform/refusal";
import { mapRows } from "@/lib/platform/setting";
import { newSnitch } from "@/lib/snitches/input";
import { alertingReaders, readReminder } from "./alerting-form";

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const readers = { ...alertingReaders(form), remind_every: () => readReminder(form) };
  return mapRows(readers, (read, name) => [name, read()]);
}

const DEFAULTS = {
  alert_type: null,
  alert_email: null,
  alert_after: null,
  alert_after_seconds: null,
  recover_after: null,
  remind_every: null,
  severity: null,
  depends_on: [],
  channels: null,
};

test.each([
  [{}, {}],
  [
    { alert_after: "3", recover_after: " 2 " },
    { alert_after: 3, recover_after: 2 },
  ],
  [{ alert_after_seconds: "1h 30m" }, { alert_after_seconds: 5400 }],
  [{ remind: "each", remind_every: "1 hour" }, {}],
  [{ remind: "never" }, { remind_every: "never" }],
  [{ remind: "every", remind_every: "4 hours" }, { remind_every: 14_400 }],
  [{ severity: "warning" }, { severity: "warning" }],
  [{ send_to: "all", "channels.w": "on" }, {}],
  [
    { depends_on: "a=Nightly+backup&b=Import", send_to: "selected", "channels.w": "on" },
    { depends_on: ["a", "b"], channels: ["w"] },
  ],
  [{ depends_on: "a=Backup", depends_on_text: "Nightly backup, d" }, { depends_on: ["Nightly backup", "d"] }],
])("a form with %o sets %o", (fields, attributes) => {
  expect(read(fields as Record<string, string>)).toEqual({ ...DEFAULTS, ...attributes });
});

test.each([
  [{ alert_after_seconds: "31 days" }, "alert_after_seconds"],
  [{ remind: "every", remind_every: "1 minute" }, "remind_every"],
  [{ remind: "every", remind_every: "" }, "remind_every"],
  [{ remind: "every", remind_every: "often" }, "remind_every"],
  [{ send_to: "selected" }, "channels"],
])("a form with %o is refused on its field", (fields, attribute) => {
  expect(() => read(fields as Record<string, string>)).toThrow(Refusal);
  try {
    read(fields as Record<string, string>);
  } catch (error) {
    expect((error as Refusal).validations?.[0]?.attribute).toBe(attribute);
  }
});

test.each(["many", "0", "721", "1.5"])("“%s” bad results are refused by the API’s own sentence", (text) => {
  const input = { name: "Backup", interval: "daily", ...read({ alert_after: text }) };
  const { error } = newSnitch.safeParse(input);
  expect(error?.issues).toMatchObject([
    { path: ["alert_after"], message: "must be a whole number from 1 to 720" },
  ]);
});
