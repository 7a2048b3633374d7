import { expect, test } from "vitest";
import { newSnitch } from "@/lib/snitches/input";
import { parseForm } from "./read-form";
import { newSnitchReaders, withFewerReminders } from "./snitch-form";

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseForm(newSnitch, newSnitchReaders(form));
}

test("three fields are a snitch, which has the defaults of everything else", () => {
  const fields = { name: " Backup ", kind: "schedule", schedule: "0 3 * * *", timezone: "Europe/Berlin" };
  expect(read(fields)).toMatchObject({ name: "Backup", schedule: "0 3 * * *", timezone: "Europe/Berlin" });
  expect(read({ ...fields, schedule: "daily" })).toMatchObject({ name: "Backup", interval: "daily" });
  expect(read({ ...fields, kind: "interval", interval: "weekly" })).toMatchObject({ interval: "weekly" });
});

test("the command of a crontab line is the name of a snitch without one", () => {
  const fields = { kind: "schedule", schedule: "0 3 * * * root /opt/nightly-backup.sh", timezone: "" };
  expect(read({ ...fields, name: "" })).toMatchObject({ name: "nightly-backup", schedule: "0 3 * * *" });
  expect(read({ ...fields, name: "Backup" })).toMatchObject({ name: "Backup" });
});

test.each(["0 3 * *", "", "61 3 * * *"])(
  "without a name, in no zone, and with the schedule “%s”, all three are refused",
  (schedule) => {
    const fields = { name: " ", kind: "schedule", schedule, timezone: "Middle-earth" };
    expect(() => read(fields)).toThrow(
      expect.objectContaining({
        validations: expect.toSatisfy(
          (validations: { attribute: string }[]) =>
            validations
              .map(({ attribute }) => attribute)
              .sort()
              .join() === "name,schedule,timezone",
        ),
      }),
    );
  },
);

test.each([
  ["* * * * *", 3_600],
  ["*/15 * * * *", 3_600],
  ["every 10 minutes", 3_600],
  ["17,47 * * * *", 3_600],
  ["0,10 * * * *", undefined],
  ["hourly", undefined],
  ["0 3 * * *", undefined],
  ["daily", undefined],
])("a job on “%s” reminds people after so many seconds: %s", (schedule, seconds) => {
  const input = read({ name: "Backup", kind: "schedule", schedule, timezone: "" });
  expect(withFewerReminders(input).remind_every).toBe(seconds);
  expect(withFewerReminders({ ...input, remind_every: "never" }).remind_every).toBe("never");
});
