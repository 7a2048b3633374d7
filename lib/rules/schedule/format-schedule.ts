import cronstrue from "cronstrue";
import { readScheduleKind } from "./compile";
import { readFields } from "./cron";
import { describeOnCalendar } from "./describe-on-calendar";
import { formatInterval } from "./interval";
import { parseOnCalendar } from "./on-calendar";
import type { ScheduleTerms } from "./schedule-terms";
import { zoneOfLine } from "./zone-of-times";

/**
 * When a job runs, as it reads at the start of a line: “Every 5 minutes”, “At 07:30, Monday through Friday, Europe/Riga”,
 * “Every 45 minutes, Mon..Fri 08:00-18:00, UTC”.
 */
export const formatSchedule = (terms: ScheduleTerms): string => formatLines(terms, Number.POSITIVE_INFINITY);

const MAX_BRIEF_LINES = 2;

/** The same for lists and headings: only the first two lines of a schedule, and how many there are besides. */
export const scheduleInBrief = (terms: ScheduleTerms): string => formatLines(terms, MAX_BRIEF_LINES);

/** The same for a row of a list, with the zone by its city: “07:30 Mon–Fri, Riga”, “Every 5 min”, “03:00, UTC +2 more”. */
export function scheduleInShort(terms: ScheduleTerms): string {
  const { schedule, timezone } = terms;
  const lines = schedule?.split("\n") ?? [];
  const zone = lines[0] ? zoneOfLine(lines[0], timezone) : timezone;
  const label = formatLines({ ...terms, schedule: lines[0] ?? null }, 1);
  const [times, end] = label.endsWith(`, ${zone}`)
    ? [label.slice(0, -`, ${zone}`.length), `, ${cityOf(zone)}`]
    : [label, ""];
  const short = SHORTER.reduce((text, [long, brief]) => text.replaceAll(long, brief), times);
  const more = lines.length > 1 ? ` +${lines.length - 1} more` : "";
  return `${short}${IS_FREQUENCY.test(short) ? "" : end}${more}`;
}

const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";

/** What a row says shorter, in the order in which it is replaced. */
const SHORTER: [long: RegExp, short: string][] = [
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:|s|nes|rs|ur)days?\b/g, "$1"],
  [/\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)\b/g, "$1"],
  [/ through /g, "–"],
  [/\bbetween (\S+) and (\S+)/g, "$1–$2"],
  [/\bminutes\b/g, "min"],
  [/^At (\d) min past the hour/g, "Hourly at :0$1"],
  [/^At (\d\d) min past the hour/g, "Hourly at :$1"],
  [/^On the hour, every /g, "Every "],
  [/^At (?=\d)/g, ""],
  [new RegExp(`(?:,| and|, and) (?=${DAY}\\b(?!–))`, "g"), ", "],
  [new RegExp(`(?:,? (?<!or )on |, (?=${DAY}–))(?=${DAY})`, "g"), " "],
  [/ every day\b/g, " daily"],
  [/, on (day [\d, and]+) of the month/g, ", $1"],
  [/ of (?:the|each) month\b/g, ""],
];

/** Times that are the same in every zone, as far as a row says them. */
const IS_FREQUENCY = /^(?:Every|Hourly)[^,]*$/;

/** “Europe/Riga” is Riga. */
const cityOf = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

function formatLines({ interval, schedule, timezone, active }: ScheduleTerms, maxLines: number): string {
  if (schedule === null) return capitalized(formatInterval(interval));
  const lines = schedule.split("\n");
  const zones = lines.map((line) => zoneOfLine(line, timezone));
  // Active hours are in the zone of the snitch.
  const [zone, ...otherZones] = new Set(active ? [...zones, timezone] : zones);
  const isOneZone = otherZones.length === 0;
  const text = lines
    .slice(0, maxLines)
    .map((line, i) => (isOneZone ? formatLine(line) : `${formatLine(line)}, ${zones[i]}`));
  if (lines.length > text.length) text.push(`and ${lines.length - text.length} more`);
  const hours = active ? `, ${active.replaceAll("\n", "; ")}` : "";
  const end = isOneZone && (active || readScheduleKind(schedule) !== "every") ? zone : active && timezone;
  return `${text.join("; ")}${hours}${end ? `, ${end}` : ""}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function formatLine(line: string): string {
  const kind = readScheduleKind(line);
  if (kind === "every") return capitalized(line.toLowerCase());
  if (kind === "cron") return formatCron(line);
  return describeOnCalendar(parseOnCalendar(line));
}

/** When a cron expression runs a job, after “runs”: “daily at 03:00”, “at 07:30, Monday through Friday”. */
export function cronAfterRuns(expression: string): string {
  const label = formatCron(expression);
  const text = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return expression.endsWith("* * *") && text.startsWith("at ") ? `daily ${text}` : text;
}

function formatCron(expression: string): string {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = readFields(expression);
  // With a star, a day has to match both fields; the library knows only days that match one of them.
  const mustMatchBoth = day.startsWith("*") || weekday.startsWith("*");
  const fields = [
    minute,
    hour,
    day,
    month,
    weekday.replace(/^\*\/(\d+)/, (_, step) => everyNth(Number(step))),
  ];
  const text = describeCron(fields.join(" "));
  if (text === null) return `As cron has it: ${expression}`;
  return text
    .replace(", only on ", " on ")
    .replace(", only in ", ", in ")
    .replace(/, and on /, mustMatchBoth ? ", if that is " : ", or on ");
}

/** Null if the library has no words for it, such as a list of days with LW. An alert must not fail because of that. */
function describeCron(expression: string): string | null {
  try {
    return cronstrue.toString(expression, { use24HourTimeFormat: true, verbose: false });
  } catch {
    return null;
  }
}

/** The weekdays of a step, as numbers: every second one is Sunday, Tuesday, Thursday and Saturday. */
function everyNth(step: number): string {
  const weekdays = [0, 1, 2, 3, 4, 5, 6].filter((weekday) => weekday % step === 0);
  return weekdays.length === 7 ? "*" : weekdays.join(",");
}
