import { expect, test } from "vitest";
import { parseForm } from "./read-form";
import { previewForm, scheduleChanges, scheduleReaders } from "./schedule-form";

const tuesday = new Date("2026-03-10T12:00Z");

test("the runs of a line of OnCalendar with a zone are shown in this zone", () => {
  expect(previewForm({ schedule: "Mon..Fri 07:30 Asia/Tokyo" }, tuesday)).toMatchObject({
    words: "At 07:30, Monday through Friday, Asia/Tokyo",
    timezone: "Asia/Tokyo",
  });
});

test("a default grace that is not a round number is in words", () => {
  expect(previewForm({ schedule: "5 4 * * *\n10 5 * * *" }, tuesday)).toMatchObject({
    grace: "6 minutes 30 seconds",
  });
});

test.each(["soon", "-1", "400 days", "1 hour 30"])(
  "the grace “%s” is refused, with what to write",
  (grace) => {
    expect(previewForm({ schedule: "0 7 * * *", grace }, tuesday)).toEqual({
      problems: [
        {
          attribute: "grace",
          message: "must be a duration such as “10 minutes” or “1h 30m”, at most 365 days",
        },
      ],
    });
  },
);

const read = (schedule: string, timezone = "Europe/Berlin") => {
  const input = parseForm(scheduleChanges, scheduleReaders({ kind: "schedule", schedule, timezone }));
  return { schedule: input.schedule, timezone: input.timezone, interval: input.interval };
};

test.each(["hourly", "daily", "Weekly", " monthly "])(
  "the word “%s” alone is the calendar period",
  (word) => {
    expect(read(word)).toEqual({ interval: word.trim().toLowerCase() });
  },
);

test.each([
  ["@daily", "@daily", "Europe/Berlin"],
  ["daily UTC", "daily UTC", "Europe/Berlin"],
  ["every 45 minutes", "every 45 minutes", "Europe/Berlin"],
  ["CRON_TZ=Europe/Riga 0 3 * * * /opt/backup.sh", "0 3 * * *", "Europe/Riga"],
  ["CRON_TZ=Europe/Riga 0 3 * * *\n0 4 * * *", "CRON_TZ=Europe/Riga 0 3 * * *\n0 4 * * *", "Europe/Riga"],
])("“%s” is the schedule “%s” in %s", (text, schedule, timezone) => {
  expect(read(text)).toEqual({ schedule, timezone });
});

test.each([
  ["0 3 * *", "Add a fifth field: 0 3 * * * runs daily at 03:00"],
  ["30 7 * MON-FRI", "Add a fifth field: 30 7 * * MON-FRI runs at 07:30, Monday through Friday"],
  [
    "0 3 * * * /opt/backup.sh\n*/5 * * * * /opt/sync.sh",
    "A snitch monitors one job: enter one line. To monitor a whole crontab, run tattle discover on its machine",
  ],
])("the error of “%s” says what to do", (schedule, message) => {
  expect(previewForm({ schedule }, tuesday)).toEqual({ problems: [{ attribute: "schedule", message }] });
});

test.each(["", "0 3 * *", "61 * * * *"])(
  "a form with the schedule “%s” also lists the errors of its other fields",
  (schedule) => {
    const fields = { kind: "schedule", schedule, timezone: "Middle-earth", grace: "soon", active: "Noneday" };
    expect(() => parseForm(scheduleChanges, scheduleReaders(fields))).toThrow(
      expect.objectContaining({
        validations: expect.arrayContaining(
          ["schedule", "grace", "timezone", "active"].map((attribute) =>
            expect.objectContaining({ attribute }),
          ),
        ),
      }),
    );
  },
);
