import { expect, test } from "vitest";
import { Refusal } from "@/lib/platform/refusal";
import { readPauseTerms } from "./pause-form";

const tuesday = new Date("2026-03-10T10:37Z");

const read = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readPauseTerms(form, tuesday);
};
const until = (time: string) => ({ until: "time", endsAt: new Date(time) });

test.each([
  [{ until: "1_hour" }, until("2026-03-10T11:37Z")],
  [{ until: "tomorrow" }, until("2026-03-11T09:00Z")],
  [{ until: "tomorrow", zone: "Europe/Berlin" }, until("2026-03-11T08:00Z")],
  [{ until: "monday", zone: "America/New_York" }, until("2026-03-16T13:00Z")],
  [{ until: "monday", zone: "Mars/Olympus" }, until("2026-03-16T09:00Z")],
  [{ until: "time", time: "2026-03-10T12:00" }, until("2026-03-10T12:00Z")],
  [{ until: "time", time: "2026-03-10T12:00", zone: "Europe/Berlin" }, until("2026-03-10T11:00Z")],
  [{ until: "2026-03-10T12:00:00.000Z" }, until("2026-03-10T12:00Z")],
  [{ until: "healthy" }, { until: "healthy", endsAt: null }],
  [{ until: "unpaused" }, { until: "unpaused", endsAt: null }],
  [{}, { until: "healthy", endsAt: null }],
])("a form with %o pauses %o", (fields, terms) => {
  expect(read(fields)).toEqual(terms);
});

test.each([
  [{ until: "time", time: "2026-03-10T10:00" }, "time"],
  [{ until: "time", time: "2026-03-10T11:00", zone: "Europe/Berlin" }, "time"],
  [{ until: "time", time: "soon" }, "time"],
  [{ until: "time" }, "time"],
  [{ until: "yesterday" }, "until"],
])("a form with %o is refused", (fields, attribute) => {
  try {
    read(fields);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).validations?.map((one) => one.attribute)).toEqual([attribute]);
  }
});
