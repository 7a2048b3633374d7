import { expect, test } from "vitest";
import { previewForm } from "./schedule-form";

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
