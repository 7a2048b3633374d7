import { crc32 } from "node:zlib";
import type { CheckIn } from "@/lib/check-ins/check-in";

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");

/** A check-in as a line of a journal. Its checksum tells it from a line that was not written to its end. */
export function lineOf(checkIn: CheckIn): string {
  const text = JSON.stringify(checkIn);
  return `${checksumOf(text)} ${text}\n`;
}

/** The check-ins of these lines, in order, and how many lines are torn or damaged. */
export function readLines(text: string): { checkIns: CheckIn[]; broken: number } {
  const lines = text.split("\n").filter((line) => line !== "");
  const checkIns = lines.flatMap((line) => readLine(line) ?? []);
  return { checkIns, broken: lines.length - checkIns.length };
}

function readLine(line: string): CheckIn | null {
  const text = line.slice(9);
  if (line.slice(0, 9) !== `${checksumOf(text)} `) return null;
  const checkIn = JSON.parse(text);
  return { ...checkIn, at: new Date(checkIn.at) };
}
