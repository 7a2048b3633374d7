import { clockTimeIn } from "@/components/mute/choices";
import { readPicked } from "@/components/snitches/selection/picked";
import { invalidAttribute } from "@/lib/platform/refusal";
import { isTimeZone, zoneByCity } from "@/lib/rules/schedule/time-zone";
import { toInstant } from "@/lib/rules/schedule/zoned-time";
import { readField, readSeconds } from "../snitches/forms/form-seconds";
import { TAG_BOX } from "./boxes";

/**
 * The fields of the form for maintenance, as the API’s attributes; snitches may be named by tokens or names. Its times mean the
 * clocks of the field `zone`; UTC without one.
 */
export function readMaintenanceFields(form: FormData) {
  const field = (name: string) => readField(form.get(name));
  return {
    name: field("name"),
    note: field("note"),
    ...readScope(form, field("covers")),
    ...(field("kind") === "schedule" ? readSchedule(field) : readTimes(field)),
  };
}

function readScope(form: FormData, covers: string) {
  if (covers === "tags") return { tags: nonEmpty("tags", checkedTags(form)) };
  if (covers === "snitches") return { snitches: nonEmpty("snitches", readPicked(form, "snitches")) };
  return { all: true };
}

const checkedTags = (form: FormData) =>
  [...form.keys()].filter((name) => name.startsWith(TAG_BOX)).map((name) => name.slice(TAG_BOX.length));

function nonEmpty(attribute: string, values: string[]): string[] {
  if (values.length > 0) return values;
  throw invalidAttribute(attribute, "can’t be blank: choose at least one");
}

type ReadField = (name: string) => string;

const readSchedule = (field: ReadField) => ({
  schedule: field("schedule"),
  timezone: zoneByCity(field("timezone")) || null,
  duration: readSeconds("duration", field("duration")),
});

/** A start and an end, of which neither may be blank. */
export function readTimes(field: ReadField) {
  const times = { starts_at: readTime(field, "starts_at"), ends_at: readTime(field, "ends_at") };
  for (const attribute of ["starts_at", "ends_at"] as const) {
    if (times[attribute] === null) throw invalidAttribute(attribute, "can’t be blank");
  }
  return times;
}

/** A time of a form by the clocks of its field `zone`, as the API has it; null if it is blank. */
export function readTime(field: ReadField, name: string): string | null {
  if (field(name) === "") return null;
  const zone = isTimeZone(field("zone")) ? field("zone") : "UTC";
  const clockMs = clockTimeIn(field(name));
  if (clockMs !== null) return toInstant(clockMs, zone).toISOString();
  throw invalidAttribute(name, "must be a date and a time");
}
