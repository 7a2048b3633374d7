import { crc32 } from "node:zlib";
import type { CheckIn } from "@/lib/rules/reports/check-in";

const computeChecksum = (text: string) => crc32(text).toString(16).padStart(8, "0");

/**
 * Lines of version 1 have no version, and no runs. Those of version 3 are what a reader of version 2 would take for a success:
 * what is ignored, and emails in which keywords are looked for. Those of version 4 had happened before they were received.
 */
const VERSIONS = ["v2", "v3", "v4"];

function chooseVersion({ signal, filtered, receivedAt }: CheckIn): string {
  if (receivedAt) return "v4";
  return signal?.kind === "ignored" || filtered?.via === "mail" ? "v3" : "v2";
}

const LINE = /^(?:(v\d+) )?([0-9a-f]{8}) (.*)$/s;

/** Formats a check-in as a line of a journal. A checksum shows whether the line is complete. */
export function formatLine(checkIn: CheckIn): string {
  const text = JSON.stringify(checkIn);
  const version = chooseVersion(checkIn);
  return `${version} ${computeChecksum(version + text)} ${text}\n`;
}

/**
 * Parses lines. Returns their check-ins in order, and how many lines are incomplete or damaged. Throws if a newer version
 * of the program wrote one, because no one knows here what it means.
 */
export function parseLines(text: string): { checkIns: CheckIn[]; broken: number } {
  const lines = text.split("\n").filter((line) => line !== "");
  const checkIns = lines.flatMap((line) => parseLine(line) ?? []);
  return { checkIns, broken: lines.length - checkIns.length };
}

function parseLine(line: string): CheckIn | null {
  const [, version = "", checksum, text] = LINE.exec(line) ?? [];
  if (text === undefined || checksum !== computeChecksum(version + text)) return null;
  if (version !== "" && !VERSIONS.includes(version)) {
    throw new Error(`A journal has a line of version ${version}: replay it with the version that wrote it.`);
  }
  const checkIn = JSON.parse(text);
  const { at, receivedAt } = checkIn;
  return { ...checkIn, at: new Date(at), ...(receivedAt && { receivedAt: new Date(receivedAt) }) };
}
