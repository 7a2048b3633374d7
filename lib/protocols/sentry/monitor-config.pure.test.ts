import fc from "fast-check";
import { expect, test } from "vitest";
import { monitorConfigFrom } from "./monitor-config";

const crontab = (value: unknown) => ({ schedule: { type: "crontab", value } });
const interval = (value: unknown, unit: unknown) => ({ schedule: { type: "interval", value, unit } });

test.each([
  [crontab(" 30  7 * * 1-5\n"), { schedule: "30 7 * * 1-5" }],
  [crontab("@hourly"), { schedule: "@hourly" }],
  [interval(1, "minute"), { schedule: "every 1 minutes" }],
  [interval(2, "hour"), { schedule: "every 2 hours" }],
  [interval(3, "day"), { schedule: "every 3 days" }],
  [interval(2, "week"), { schedule: "every 2 weeks" }],
  [interval(2, "month"), { schedule: "every 60 days" }],
  [interval(1, "year"), { schedule: "every 365 days" }],
  [{ schedule: "0 2 * * *" }, { schedule: "0 2 * * *" }],
  [{ schedule_type: "crontab", schedule: "0 2 * * *" }, { schedule: "0 2 * * *" }],
  [{ schedule_type: "interval", schedule: [5, "minute"] }, { schedule: "every 5 minutes" }],
  [{ schedule: ["5", "minute"] }, { schedule: "every 5 minutes" }],
  [
    {
      ...crontab("0 2 * * *"),
      checkin_margin: 5,
      max_runtime: 30,
      timezone: "Europe/Riga",
      failure_issue_threshold: 2,
      recovery_threshold: 3,
      owner: "user:1",
    },
    {
      schedule: "0 2 * * *",
      grace: 300,
      max_runtime: 1_800,
      timezone: "Europe/Riga",
      alert_after: 2,
      recover_after: 3,
    },
  ],
  [
    { ...crontab("0 2 * * *"), checkin_margin: 0, max_runtime: "10" },
    { schedule: "0 2 * * *", grace: 60, max_runtime: 600 },
  ],
  [
    { ...crontab("0 2 * * *"), checkin_margin: null, max_runtime: "", timezone: "" },
    { schedule: "0 2 * * *" },
  ],
  [
    { ...crontab("0 2 * * *"), failure_issue_threshold: 1_000 },
    { schedule: "0 2 * * *", alert_after: 720 },
  ],
])("%j becomes %j", (config, expected) => {
  expect(monitorConfigFrom(config)).toEqual(expected);
});

test.each([
  [null, "monitor_config must be an object."],
  [[], "monitor_config must be an object."],
  [{}, "The schedule must have the type crontab or interval."],
  [{ schedule: { type: "lunar", value: 1 } }, "The schedule must have the type crontab or interval."],
  [crontab(5), "The schedule must be a crontab line."],
  [crontab("  "), "The schedule must be a crontab line."],
  [interval(0, "day"), "The value of an interval must be a whole number from 1."],
  [interval(1.5, "day"), "The value of an interval must be a whole number from 1."],
  [interval(1, "second"), "The unit of an interval must be one of minute, hour, day, week, month, year."],
  [interval(1, "__proto__"), "The unit of an interval must be one of minute, hour, day, week, month, year."],
  [{ ...crontab("0 2 * * *"), checkin_margin: -1 }, "checkin_margin must be a whole number from 0."],
  [{ ...crontab("0 2 * * *"), max_runtime: 0 }, "max_runtime must be a whole number from 1."],
  [
    { ...crontab("0 2 * * *"), recovery_threshold: "two" },
    "recovery_threshold must be a whole number from 1.",
  ],
  [{ ...crontab("0 2 * * *"), timezone: 5 }, "The timezone must be an IANA name such as Europe/Riga."],
])("%j is refused: %s", (config, sentence) => {
  expect(monitorConfigFrom(config)).toBe(sentence);
});

test("any JSON gives settings or a sentence", () => {
  const members = fc.dictionary(
    fc.constantFrom(
      "schedule",
      "schedule_type",
      "checkin_margin",
      "max_runtime",
      "timezone",
      "recovery_threshold",
      "type",
      "value",
      "unit",
    ),
    fc.letrec((tie) => ({
      value: fc.oneof(
        fc.jsonValue(),
        fc.constantFrom("crontab", "interval", "0 2 * * *", "day", 5),
        tie("record"),
      ),
      record: fc.dictionary(
        fc.constantFrom("type", "value", "unit"),
        fc.oneof(fc.jsonValue(), fc.constantFrom("crontab", "interval", "day", 5)),
      ),
    })).value,
  );
  fc.assert(
    fc.property(fc.oneof(members, fc.jsonValue()), (config) => {
      const settings = monitorConfigFrom(config);
      if (typeof settings === "string") expect(settings).toMatch(/^[A-Za-z].*\.$/s);
      else expect(settings.schedule).toMatch(/\S/);
    }),
    { numRuns: 1_000 },
  );
});
