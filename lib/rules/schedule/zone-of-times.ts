import { readScheduleKind } from "./compile";
import { parseOnCalendar } from "./on-calendar";
import type { ScheduleTerms } from "./schedule-terms";

/** The zone that the times of a line are in: the one that OnCalendar names at its end, or else that of the snitch. */
export const zoneOfLine = (line: string, timezone: string): string =>
  (readScheduleKind(line) === "oncalendar" && parseOnCalendar(line).zone) || timezone;

/** The zone that the times of all lines are in; that of the snitch if they differ. */
export function zoneOfTimes({ schedule, timezone }: Pick<ScheduleTerms, "schedule" | "timezone">): string {
  const zones = new Set(schedule?.split("\n").map((line) => zoneOfLine(line, timezone)));
  const [zone = timezone] = zones.size === 1 ? zones : [];
  return zone;
}
