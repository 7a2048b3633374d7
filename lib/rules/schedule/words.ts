import cronstrue from "cronstrue";
import { intervalInWords } from "../interval";
import { kindOf } from "./compile";
import { fieldsOf } from "./cron";
import { parseOnCalendar } from "./on-calendar";
import { describeOnCalendar } from "./on-calendar-words";
import type { ScheduleTerms } from "./schedule-terms";

/**
 * When a job runs, as it reads at the start of a line: “Every 5 minutes”, “At 07:30, Monday through Friday, Europe/Riga”,
 * “Every 45 minutes, Mon..Fri 08:00-18:00, UTC”.
 */
export function scheduleInWords({ interval, schedule, timezone, active }: ScheduleTerms): string {
  if (schedule === null) return capitalized(intervalInWords(interval));
  const lines = schedule.split("\n");
  const words = lines.map(lineInWords).join("; ");
  const hours = active ? `, ${active.replaceAll("\n", "; ")}` : "";
  const hasZone = active !== null || kindOf(schedule) !== "every";
  return `${words}${hours}${hasZone ? `, ${timezone}` : ""}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function lineInWords(line: string): string {
  const kind = kindOf(line);
  if (kind === "every") return capitalized(line.toLowerCase());
  if (kind === "cron") return cronInWords(line);
  const onCalendar = parseOnCalendar(line);
  return `${describeOnCalendar(onCalendar)}${onCalendar.zone ? `, ${onCalendar.zone}` : ""}`;
}

function cronInWords(expression: string): string {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fieldsOf(expression);
  // With a star, a day has to match both fields; the library knows only days that match one of them.
  const mustMatchBoth = day.startsWith("*") || weekday.startsWith("*");
  const written = [
    minute,
    hour,
    day,
    month,
    weekday.replace(/^\*\/(\d+)/, (_, step) => everyNth(Number(step))),
  ];
  const words = cronstrue.toString(written.join(" "), { use24HourTimeFormat: true, verbose: false });
  return words.replace(/, and on /, mustMatchBoth ? ", if that is " : ", or on ");
}

/** The weekdays of a step, as numbers: every second one is Sunday, Tuesday, Thursday and Saturday. */
function everyNth(step: number): string {
  const weekdays = [0, 1, 2, 3, 4, 5, 6].filter((weekday) => weekday % step === 0);
  return weekdays.length === 7 ? "*" : weekdays.join(",");
}
