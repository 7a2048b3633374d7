import { ESCAPE_SEQUENCES } from "../runs/output-text";
import { toClockTime } from "../schedule/zoned-time";

/** Writes a time of a message. */
export type WriteTime = (at: Date) => string;

/** As chats write times: `2026-03-10 14:00 UTC`. */
export const writeUtc: WriteTime = (at) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * Writes the times of one email as the clocks of a zone show them. The first one names the zone: “Tue 10 Mar 2026, 00:00 UTC”,
 * “Tue 10 Mar 2026, 01:00 (Europe/Berlin)”. So they must be written in the order in which they are read.
 */
export function timesIn(zone: string): WriteTime {
  let isNamed = false;
  return (at) => {
    const time = clockTime(at, zone);
    if (isNamed) return time;
    isNamed = true;
    return zone === "UTC" ? `${time} UTC` : `${time} (${zone})`;
  };
}

/** “Tue 10 Mar 2026, 00:00” */
function clockTime(at: Date, zone: string): string {
  // `toUTCString` is the only format that is the same in every build of the runtime.
  const text = new Date(toClockTime(at, zone)).toUTCString();
  return text.replace(/^(\w+), 0?(\d+) (\w+) (\d+) (\d+:\d+):\d+ GMT$/, "$1 $2 $3 $4, $5");
}

/** The text, or its beginning with an ellipsis if it is longer. Never cuts a character in half. */
export function truncate(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  const beginning = characters.slice(0, maxCharacters - 1).join("");
  return `${beginning.trimEnd()}…`;
}

/** These lines, and how many of the `count` are not among them. */
export const listLines = (lines: string[], count: number, between = "\n"): string =>
  [
    ...lines,
    ...(count > lines.length ? [`and ${(count - lines.length).toLocaleString("en")} more`] : []),
  ].join(between);

/** Control characters including line breaks, line separators, and characters that change the direction of text. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A user's text on one line: it can neither start a new header nor change the direction of the text that follows. */
export const oneLine = (text: string) =>
  text.replace(ESCAPE_SEQUENCES, "").replace(CONTROLS, " ").replace(/\s+/g, " ").trim();

/** A user's text with its line breaks and tabs, but without terminal colours and other control characters. */
export function plainText(text: string): string {
  const plain = text.replace(ESCAPE_SEQUENCES, "").replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return plain
    .replace(CONTROLS, (control) => (control === "\n" || control === "\t" ? control : ""))
    .trimEnd();
}

/** What joins the parts of URLs and addresses, in all spellings that programs accept. */
const JOINTS = /[.。．｡․:：/／⁄∕\\@＠]+/g;

/** A user's text in which mail programs find nothing to make a link of: “evil.test/x” becomes “evil test x”. */
export const withoutLinks = (text: string) => text.replace(JOINTS, " ").replace(/\s+/g, " ").trim();
