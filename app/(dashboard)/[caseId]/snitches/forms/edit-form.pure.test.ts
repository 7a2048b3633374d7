import { expect, test } from "vitest";
import { Refusal } from "@/lib/platform/refusal";
import { FILTER_DEFAULTS } from "@/lib/snitches/filter-attributes";
import { readEdit } from "./edit-form";

const SLACK = "01a1fb83-af36-7345-9db8-85689f84cc20";

/** What a browser sends: all fields, and the boxes that are ticked. */
const FIELDS = {
  kind: "schedule",
  schedule: "30 7 * * 1-5",
  timezone: "",
  interval: "daily",
  grace: "1h 30m",
  severity: "warning",
  remind: "every",
  remind_every: "4 hours",
  send_to: "selected",
  [`channels.${SLACK}`]: "on",
};

function read(parts: string[], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) form.set(name, value);
  for (const part of parts) form.set(`edit.${part}`, "on");
  return readEdit(form);
}

test.each([
  [["severity"], {}, { severity: "warning" }],
  [["filters"], {}, { filters: null }],
  [
    ["filters"],
    { filters: "shown", "filters.in_http_body": "on", "filters.success_keywords": "done" },
    { filters: { ...FILTER_DEFAULTS, in_http_body: true, success_keywords: "done" } },
  ],
  [["grace"], {}, { grace: 5_400 }],
  [["grace"], { grace: "" }, { grace: null }],
  [["reminders"], {}, { remind_every: 14_400 }],
  [["reminders"], { remind: "each" }, { remind_every: null }],
  [["reminders"], { remind: "never" }, { remind_every: "never" }],
  [["channels"], {}, { channels: [SLACK] }],
  [["schedule"], {}, { schedule: "30 7 * * 1-5" }],
  [["schedule"], { timezone: "Riga" }, { schedule: "30 7 * * 1-5", timezone: "Europe/Riga" }],
  [["schedule"], { kind: "interval" }, { interval: "daily" }],
  [["schedule"], { schedule: "0 3 * * * /opt/backup.sh" }, { schedule: "0 3 * * *" }],
  [["schedule", "grace", "severity"], {}, { schedule: "30 7 * * 1-5", grace: 5_400, severity: "warning" }],
] as const)("of the boxes, %j are ticked, with %o: only %o changes", (parts, fields, expected) => {
  expect(read([...parts], fields)).toEqual(expected);
});

test("without a ticked channel all channels of the case get the alerts", () => {
  const form = new FormData();
  form.set("edit.channels", "on");
  expect(readEdit(form)).toEqual({ channels: null });
});

test.each([
  [["schedule"], { schedule: "" }, "schedule"],
  [["schedule"], { schedule: "99 * * * *" }, "schedule"],
  [["schedule"], { timezone: "Middle-earth" }, "timezone"],
  [["schedule"], { kind: "interval", interval: "yearly" }, "interval"],
  [["schedule", "grace"], { kind: "interval" }, "grace"],
  [["grace"], { grace: "soon" }, "grace"],
  [["severity"], { severity: "bad" }, "severity"],
  [["reminders"], { remind_every: "1 second" }, "remind_every"],
] as const)("what no snitch could have is refused at once: %j with %o", (parts, fields, attribute) => {
  expect(() => read([...parts], fields)).toThrow(
    expect.objectContaining({ validations: [expect.objectContaining({ attribute })] }),
  );
});

test("a form in which nothing is ticked is refused", () => {
  expect(() => read([])).toThrow(new Refusal("resource_invalid", "Select what you want to change."));
});
