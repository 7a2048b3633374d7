import { cut } from "@/lib/rules/cut";
import { outputText } from "./output-text";

/** How much of a text is shown: lines, and UTF-16 units in all. */
export type ExcerptLimits = { maxLines: number; maxLength: number };

/**
 * The part of a text that is shown. `earlier`: the lines before it; empty if there are none. `isCut`: the last line, or the only
 * one, is longer than the limit, so that its beginning is shown with “…” behind it.
 */
export type Excerpt = { earlier: string; shown: string; isCut: boolean };

/**
 * What to show of a text that a job sent. Among several lines, which are output, the last ones: there stands why a job failed. Of
 * one line, which is a message, the beginning. Blank lines around the text do not count. Colours and control characters are
 * removed.
 */
export function excerpt(text: string, { maxLines, maxLength }: ExcerptLimits): Excerpt {
  const lines = listLines(text);
  const last = lines.at(-1) ?? "";
  let length = 0;
  let first = lines.length;
  while (first > 0 && lines.length - first < maxLines) {
    length += (lines[first - 1] ?? "").length + 1;
    if (length - 1 > maxLength) break;
    first -= 1;
  }
  if (first === lines.length)
    return {
      earlier: lines.slice(0, -1).join("\n"),
      shown: cut(last, maxLength),
      isCut: last.length > maxLength,
    };
  return { earlier: lines.slice(0, first).join("\n"), shown: lines.slice(first).join("\n"), isCut: false };
}

const LEFT_OUT = "…\n";

/** An excerpt for a message, where nothing can be unfolded: “…” stands on a line of its own for the lines before. */
export function excerptText(text: string, limits: ExcerptLimits): string {
  const whole = excerpt(text, limits);
  if (!whole.earlier) return whole.shown;
  const { shown } = excerpt(text, { ...limits, maxLength: limits.maxLength - LEFT_OUT.length });
  return `${LEFT_OUT}${shown}`;
}

/** The last line of a text that a job sent, or its beginning if it is long. Empty if the text is blank. */
export const lastLine = (text: string, maxLength: number) =>
  excerpt(text, { maxLines: 1, maxLength }).shown.trim();

/** The lines of a text as it can be shown, without the blank ones around it. */
function listLines(text: string): string[] {
  const bytes = Buffer.from(text);
  const lines = outputText(bytes, bytes.length).split("\n");
  const isBlank = (line = "") => line.trim() === "";
  let start = 0;
  let end = lines.length;
  while (start < end && isBlank(lines[start])) start += 1;
  while (end > start && isBlank(lines[end - 1])) end -= 1;
  return lines.slice(start, end).map((line, i, all) => (i === all.length - 1 ? line.trimEnd() : line));
}
