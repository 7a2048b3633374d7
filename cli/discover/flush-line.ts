import { existsSync } from "node:fs";
import path from "node:path";
import { type Machine, type Places, readText } from "./machine";
import { quote } from "./shell-line";
import { buildStart, type Program } from "./tattle-shell";

/** A path as `quote` writes it. A control character or % would be something else to cron. */
const WORD = String.raw`(?:'[^'%\p{Cc}]*'|\\')+`;
/** Debian's cron takes commands of 1,000 characters. */
const MAX_LINE = 900;
const LINE = new RegExp(
  String.raw`^\* \* \* \* \* root NODE_OPTIONS= (?:NODE_EXTRA_CA_CERTS=${WORD} )?(?:${WORD} )+flush --state ${WORD} > /dev/null 2>&1$`,
  "u",
);

/** The line of root's crontab that delivers each minute what waits, of all users. Null if cron would misread it. */
export function buildFlushLine(program: Program, state: string): string | null {
  const line = `* * * * * root ${buildStart(program)} flush --state ${quote(state)} > /dev/null 2>&1`;
  return isFlushLine(line) && line.length < MAX_LINE ? line : null;
}

export const isFlushLine = (line: string): boolean => LINE.test(line);

/** Whether root delivers what waits: by the crontab, or by the timer of the package. */
export const isFlushedEachMinute = ({ root }: Machine, { guard }: Places): boolean =>
  readText(guard)?.split("\n").some(isFlushLine) ||
  ["run/systemd/system", "usr/lib/systemd/system/tattle-flush.timer"].every((file) =>
    existsSync(path.join(root, file)),
  );
