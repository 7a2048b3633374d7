import { expect, test } from "vitest";
import { Refusal } from "@/lib/platform/refusal";
import { changesSettings } from "./changes-settings";
import type { StoredMonitor } from "./find-monitor";
import type { MonitorConfig } from "./monitor-config";

const stored: StoredMonitor = {
  token: "c0ffee1234abcd56",
  checkInKey: "c0ffee1234abcd56",
  environment: "production",
  interval: "daily",
  schedule: "0 2 * * *",
  timezone: "Europe/Kyiv",
  grace: null,
  startGrace: null,
  early: null,
  active: null,
  maxRuntime: 600,
  alertAfter: 1,
  recoverAfter: 2,
  setBy: "sentry",
};

const same: MonitorConfig = { schedule: "0 2 * * *" };

test.each<[MonitorConfig, Partial<StoredMonitor>]>([
  [same, {}],
  [{ ...same, timezone: "Europe/Kiev" }, {}],
  // A tenth of a day, but at most an hour, is the default.
  [{ ...same, grace: 3_600 }, {}],
  [{ ...same, max_runtime: 600, alert_after: 1, recover_after: 2 }, {}],
  [
    { ...same, grace: 60 },
    { grace: 60, startGrace: 30, early: 10, active: "Mon..Fri 00:00-06:00", interval: "weekly" },
  ],
])("%j changes nothing of a monitor that has it already", (config, given) => {
  expect(changesSettings(config, { ...stored, ...given })).toBe(false);
});

test.each<[MonitorConfig, Partial<StoredMonitor>]>([
  [{ schedule: "0 3 * * *" }, {}],
  [{ schedule: "every 1 day" }, {}],
  [{ ...same, timezone: "UTC" }, {}],
  [{ ...same, grace: 60 }, {}],
  [{ ...same, max_runtime: 60 }, {}],
  [{ ...same, max_runtime: 60 }, { maxRuntime: null }],
  [{ ...same, alert_after: 2 }, {}],
  [{ ...same, recover_after: 1 }, {}],
  [same, { setBy: null }],
  [same, { schedule: null, timezone: "UTC" }],
])("%j changes a monitor with %j", (config, given) => {
  expect(changesSettings(config, { ...stored, ...given })).toBe(true);
});

test.each<MonitorConfig>([{ schedule: "61 * * * *" }, { ...same, timezone: "Moon" }])(
  "%j is refused",
  (config) => {
    expect(() => changesSettings(config, stored)).toThrow(Refusal);
  },
);
