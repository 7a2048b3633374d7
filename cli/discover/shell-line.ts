import { createHash } from "node:crypto";
import path from "node:path";
import { parseAssignment } from "./assignment";
import { type CronJob, DEFAULT_SHELL } from "./crontab";

/** The script that takes the place of a shell. Two shells never have one script. `base`: that of /bin/sh, which the others stand alongside. */
export function shellPath(base: string, shell: string): string {
  if (shell === DEFAULT_SHELL) return base;
  const hash = createHash("sha256").update(shell).digest("hex").slice(0, 12);
  return `${base}-${path.basename(shell)}-${hash}`;
}

/** Anyone who's: the jobs of a user who has watched the own crontab are not watched twice by root. */
export const isTattleShell = (shell: string): boolean => /\/tattle-shell(-[\w.+-]+)?$/.test(shell);

type Crontab = { text: string; jobs: Pick<CronJob, "line" | "shell">[]; base: string };

/** A line to add before the line of this number, counted from 1. */
export type AddedLine = { before: number; text: string; shell: string };

/**
 * The lines that make every job of a crontab run by `tattle-shell`: one on top, after the leading comments, or after the last line
 * that sets SHELL itself. A crontab that sets it several times needs one after each. None if all are there.
 */
export function linesToAdd({ text, jobs, base }: Crontab): AddedLine[] {
  const lines = text.split("\n");
  const shells = new Map(jobs.map(({ line, shell }) => [line, shell]));
  const newLines: AddedLine[] = [];
  let place = lines.findIndex((line) => !/^\s*(#|$)/.test(line)) + 1;
  let isWatched = false;
  lines.forEach((line, i) => {
    const shell = shells.get(i + 1);
    if (/^\s*#/.test(line)) return;
    if (parseAssignment(line)?.name === "SHELL") [place, isWatched] = [i + 2, false];
    else if (shell !== undefined && !isWatched) {
      isWatched = true;
      if (!isTattleShell(shell))
        newLines.push({ before: place, text: `SHELL=${shellPath(base, shell)}`, shell });
    }
  });
  return newLines;
}

/** The bytes of a file with lines added to it. Every other byte stays as it is. */
export function addLines(bytes: Buffer, newLines: AddedLine[]): Buffer {
  const parts: Buffer[] = [];
  let [line, start] = [1, 0];
  for (const { before, text } of newLines) {
    for (; line < before; line += 1) {
      const end = bytes.indexOf(10, start);
      parts.push(bytes.subarray(start, end + 1));
      start = end + 1;
    }
    parts.push(Buffer.from(`${text}\n`));
  }
  return Buffer.concat([...parts, bytes.subarray(start)]);
}

/** The bytes of a file without the lines that `addLines` added, wherever they are now. */
export function removeLines(bytes: Buffer, texts: string[]): Buffer {
  const ours = new Set(texts);
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    const line = bytes.subarray(start, end);
    if (!ours.has(line.toString("latin1").replace(/\n$/, ""))) parts.push(line);
    start = end;
  }
  return Buffer.concat(parts);
}

/** A command as one word of a shell. */
export const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The text that `quote` made a word of. */
export const unquote = (word: string) => word.slice(1, -1).replaceAll("'\\''", "'");

const WRAPPED = /^\S*\/tattle-shell(?:-[\w.+-]+)? -c ('(?:[^']|'\\'')*')$/;

/** What a command runs that people have put behind `tattle-shell -c`. */
export function unwrapCommand(command: string): string {
  const [, quoted] = WRAPPED.exec(command) ?? [];
  return quoted ? unquote(quoted) : command;
}
