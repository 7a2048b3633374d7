// biome-ignore-all lint/suspicious/noControlCharactersInRegex: it removes control characters.
import { formatCount } from "@/lib/rules/format-count";

/**
 * What a run printed, as a text that can be shown: `data` are its last bytes, of `bytes` in all. Escape sequences and control
 * characters are removed; of a line that was written over, what a terminal shows last is kept. If bytes are left out, the
 * first line says how many.
 */
export function outputText(data: Buffer, bytes: number): string {
  const plain = withoutControls(withErasures(decode(data, bytes > data.length)));
  const text = plain.split("\n").map(lastShown).join("\n");
  return bytes > data.length ? `${leftOut(bytes - data.length)}\n${text}` : text;
}

const leftOut = (bytes: number) => `… ${formatCount(bytes, "byte")} left out`;

const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80;
/** How many bytes a character has in UTF-8 that begins with this byte; 0 if none does. */
function readSequenceLength(byte = 0): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

const MAX_CHARACTER_BYTES = 4;
const NON_ASCII = /[^\0-\x7f]/;

/**
 * The bytes as UTF-8, except for a character that was cut at either end, if that is valid; else as windows-1252. `isCut`:
 * bytes in front of them are left out.
 */
function decode(data: Buffer, isCut: boolean): string {
  const start = startOfCharacter(data);
  const end = endOfCharacters(data, start);
  const text = decodeValid(data.subarray(start, end));
  if (text === null) return decodeLatin(data);
  // “Terminé” in Latin-1 ends like a character that was cut. Other characters beyond ASCII show which it is.
  const lost = (isCut ? 0 : start) + data.length - end;
  return lost === 1 && !NON_ASCII.test(text) ? decodeLatin(data.subarray(isCut ? start : 0)) : text;
}

/** The characters of windows-1252 from 0x80 on, where Latin-1 has control characters. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Decodes windows-1252. The TextDecoder of some versions of Node.js takes it for Latin-1. */
const decodeLatin = (data: Buffer) =>
  data
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? "");

/** The text of these bytes; null if they are not valid UTF-8. */
function decodeValid(data: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return null;
  }
}

/** Where the first character begins whose first byte is there. */
function startOfCharacter(data: Buffer): number {
  let start = 0;
  while (start < MAX_CHARACTER_BYTES - 1 && isContinuation(data[start])) start += 1;
  return start;
}

/** Where the last character ends whose last byte is there. */
function endOfCharacters(data: Buffer, start: number): number {
  for (let at = data.length - 1; at >= Math.max(start, data.length - MAX_CHARACTER_BYTES); at -= 1)
    if (!isContinuation(data[at])) return at + readSequenceLength(data[at]) > data.length ? at : data.length;
  return data.length;
}

// While a text is processed, these represent “erase to the end of the line” and “erase the line”.
const ERASE_TO_END = "\0";
const ERASE_LINE = "\x01";

/** Marks what decides which part of a line is shown last: erasures, and movements to its beginning. */
const withErasures = (text: string) =>
  text
    .replace(/[\0\x01]/g, "")
    .replace(/\x1b\[0?K/g, ERASE_TO_END)
    .replace(/\x1b\[2K/g, ERASE_LINE)
    .replace(/\x1b\[[01]?G/g, "\r");

/**
 * Commands with a text, such as a window's title or a link (OSC, DCS, SOS, PM, APC); colours and movements of the cursor
 * (CSI), of which the last character is missing if they were cut; and other commands. None spans lines, so that a beginning
 * without an end, as in binary data, removes little.
 */
export const ESCAPE_SEQUENCES =
  /\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]/g;
/** All control characters but tab, the ends of lines and the marks, and the byte order mark. */
const CONTROLS = /[\x02-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]/g;

const withoutControls = (text: string) => text.replace(ESCAPE_SEQUENCES, "").replace(CONTROLS, "");

/** What a terminal shows of a line after it was written over, as progress bars do after a carriage return. */
function lastShown(lineWithEnd: string): string {
  const line = withoutReturns(lineWithEnd);
  if (!/[\r\0\x01]/.test(line)) return line;
  const cells: string[] = [];
  let column = 0;
  for (const character of line) {
    if (character === "\r") column = 0;
    else if (character === ERASE_TO_END) cells.length = Math.min(cells.length, column);
    else if (character === ERASE_LINE) cells.length = 0;
    else {
      while (cells.length < column) cells.push(" ");
      cells[column] = character;
      column += 1;
    }
  }
  // Bars are erased with spaces, too.
  while (cells.at(-1) === " ") cells.pop();
  return cells.join("");
}

/** A line without the carriage returns at its end. A regular expression would take quadratic time for a line of them. */
function withoutReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  return line.slice(0, end);
}
