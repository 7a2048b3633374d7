import { expect, test } from "vitest";
import { newSnitch } from "@/lib/snitches/input";
import { parseForm } from "./read-form";
import { newSnitchReaders } from "./snitch-form";

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
