import { crc32 } from "node:zlib";
import type { CheckIn } from "@/lib/check-ins/check-in";

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");

/** Formats a check-in as a line of a journal. A checksum shows whether the line is complete. */
export function formatLine(checkIn: CheckIn): string {
  const text = JSON.stringify(checkIn);
  return `${checksumOf(text)} ${text}\n`;
}

/** Parses lines. Returns their check-ins in order, and how many lines are incomplete or damaged. */
export function parseLines(text: string): { checkIns: CheckIn[]; broken: number } {
  const lines = text.split("\n").filter((line) => line !== "");
  const checkIns = lines.flatMap((line) => parseLine(line) ?? []);
  return { checkIns, broken: lines.length - checkIns.length };
}

function parseLine(line: string): CheckIn | null {
  const text = line.slice(9);
  if (line.slice(0, 9) !== `${checksumOf(text)} `) return null;
  const checkIn = JSON.parse(text);
  return { ...checkIn, at: new Date(checkIn.at) };
}
