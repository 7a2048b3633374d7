import { stripVTControlCharacters } from "node:util";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** “Tue 10 Mar 2026, 00:00 UTC” */
export function inUtc(at: Date): string {
  // The only format that is the same with every build of the runtime.
  return at.toUTCString().replace(/^(\w+), 0?(\d+) (\w+) (\d+) (\d+:\d+):\d+ GMT$/, "$1 $2 $3 $4, $5 UTC");
}

/** “26 hours”, “3 days”: days only from the second one on, because people count a day in hours. */
export function lasting(lengthMs: number): string {
  if (lengthMs >= 2 * DAY_MS) return counted(Math.floor(lengthMs / DAY_MS), "day");
  if (lengthMs >= HOUR_MS) return counted(Math.floor(lengthMs / HOUR_MS), "hour");
  if (lengthMs >= MINUTE_MS) return counted(Math.floor(lengthMs / MINUTE_MS), "minute");
  return "less than a minute";
}

export const counted = (count: number, resource: string) =>
  `${count.toLocaleString("en")} ${resource}${count === 1 ? "" : "s"}`;

/** The beginning of a text that is too long, never half of a character. */
export function cut(text: string, mostCharacters: number): string {
  const characters = [...text];
  if (characters.length <= mostCharacters) return text;
  const beginning = characters.slice(0, mostCharacters - 1).join("");
  return `${beginning.trimEnd()}…`;
}

/** Control characters other than line feed and tab, and those that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Other people’s text on one line: it can neither start a new header nor turn around what follows. */
export const oneLine = (text: string) =>
  stripVTControlCharacters(text).replace(UNSEEN, " ").replace(/\s+/g, " ").trim();

/** Other people’s text on the lines it has, without the colours and controls that a terminal would have eaten. */
export function lines(text: string): string {
  const plain = stripVTControlCharacters(text).replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return plain.replace(UNSEEN, (control) => (control === "\n" || control === "\t" ? control : "")).trimEnd();
}

export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
