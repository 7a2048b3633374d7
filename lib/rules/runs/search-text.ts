import { findFailingLine } from "./failing-line";

const TAIL_CHARACTERS = 2_000;
const MAX_LINE = 300;

/** What of an output is searched: the line that says why the run failed, and the end. */
export function searchText(output: string): string {
  const tail = output.slice(-TAIL_CHARACTERS).toWellFormed();
  const lines = output.slice(0, -TAIL_CHARACTERS).split("\n");
  const failing = lines[findFailingLine(lines) ?? lines.length];
  return failing === undefined ? tail : `${failing.slice(0, MAX_LINE).toWellFormed()}\n${tail}`;
}

/** The first line of a text with a word that begins so; else the last line. Cut, if it is long. */
export function matchingLine(text: string, terms: string[]): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const starts = (line: string) =>
    (line.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some((word) =>
      terms.some((start) => word.startsWith(start)),
    );
  const line = (lines.find(starts) ?? lines.at(-1) ?? "").trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE).toWellFormed()}…` : line;
}
