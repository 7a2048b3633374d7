import { expect, test } from "vitest";
import { parseTimeSpan } from "./time-span";
import { findEnd, readTimerSchedule, serviceOf } from "./timer";
import { parseUnitFile } from "./unit-file";

const timer = (...lines: string[]) => parseUnitFile([`[Timer]\n${lines.join("\n")}\n`]);
const wednesday = new Date("2026-11-25T10:00:00Z");

test.each([
  ["90", 90],
  ["1h 30min", 5_400],
  ["2d", 172_800],
  ["1.5h", 5_400],
  ["500ms", 0.5],
  ["infinity", null],
  ["", null],
])("%s is %s seconds", (text, seconds) => {
  expect(parseTimeSpan(text)).toBe(seconds);
});

test("settings are added, an empty one forgets those before it, and comments and continued lines are read as systemd does", () => {
  const unit = parseUnitFile([
    "# c\n[Timer]\nOnCalendar=daily\n; c\nOnCalendar=Mon \\\n# between\n  08:00\n",
    "[Timer]\nPersistent=true\n",
  ]);
  const reset = parseUnitFile(["[Timer]\nOnCalendar=daily\n", "[Timer]\nOnCalendar=\nOnCalendar=weekly\n"]);

  expect(unit.get("Timer.OnCalendar")).toEqual(["daily", "Mon 08:00"]);
  expect(reset.get("Timer.OnCalendar")).toEqual(["weekly"]);
});

test("a calendar is taken as it is, and a delay of the timer is added to the grace", () => {
  expect(readTimerSchedule(timer("OnCalendar=*-*-* 6:00", "Persistent=true"))).toEqual({
    schedule: "*-*-* 6:00",
    grace: null,
    isPersistent: true,
    message: null,
  });
  expect(readTimerSchedule(timer("OnCalendar=*-*-* 6,18:00", "RandomizedDelaySec=12h")).grace).toBe(
    3_600 + 43_200 + 60,
  );
});

test("a timer that counts from the last run is expected every so often", () => {
  expect(readTimerSchedule(timer("OnBootSec=15min", "OnUnitActiveSec=1d"))).toMatchObject({
    schedule: "every 1 day",
  });
  expect(readTimerSchedule(timer("OnBootSec=15min"))).toMatchObject({
    schedule: null,
    message: "It runs once after boot or after the timer starts, not on a schedule.",
  });
});

test("a timer that never elapses again is pointed out", () => {
  const end = (...lines: string[]) => findEnd(timer(...lines), "UTC", wednesday);

  expect(end("OnCalendar=2020-01-01")).toMatch(/2020-01-01 has passed/);
  expect(end("OnCalendar=*-02-30")).toMatch(/never comes/);
  expect(end("OnUnitActiveSec=1h")).toMatch(/nothing starts the first run/);
  expect(end("Persistent=true")).toMatch(/has no schedule/);
  expect(end("OnCalendar=2030-01-01")).toBeNull();
  expect(end("OnCalendar=daily")).toBeNull();
  expect(end("OnBootSec=5min", "OnUnitActiveSec=1h")).toBeNull();
});

test("a timer starts the service of its name, or the one that it names", () => {
  expect(serviceOf("backup.timer", timer())).toBe("backup.service");
  expect(serviceOf("backup.timer", timer("Unit=other.service"))).toBe("other.service");
});
