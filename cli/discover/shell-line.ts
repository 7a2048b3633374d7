import { parseAssignment } from "./assignment";

/** Where `tattle-shell` is, and the shell that it gives a job. Each shell has a script of its own beside it. */
export const shellPath = (base: string, shell: string): string =>
  shell === "/bin/sh" ? base : `${base}${shell.replace(/[^A-Za-z0-9._-]+/g, "-")}`;

/** Whoever's: the jobs of a user who has watched the own crontab are not watched twice by root. */
const isTattleShell = (shell: string): boolean => /\/tattle-shell(-[\w.-]+)?$/.test(shell);

type Crontab = { text: string; jobLines: number[]; base: string };

/** A line to add before the line of this number, counted from 1. */
export type AddedLine = { before: number; text: string; shell: string };

/**
 * The lines that make every job of a crontab run by `tattle-shell`: one on top, after the leading comments, or after the last line
 * that sets SHELL itself. A crontab that sets it several times needs one after each. None if all are there.
 */
export function linesToAdd({ text, jobLines, base }: Crontab): AddedLine[] {
  const lines = text.split("\n");
  const jobs = new Set(jobLines);
  const added: AddedLine[] = [];
  let place = lines.findIndex((line) => !/^\s*(#|$)/.test(line)) + 1;
  let shell = "/bin/sh";
  let isWatched = false;
  lines.forEach((line, i) => {
    const assignment = parseAssignment(line);
    const isComment = /^\s*#/.test(line);
    if (assignment?.name === "SHELL" && !isComment) {
      [place, shell, isWatched] = [i + 2, assignment.value, isTattleShell(assignment.value)];
    } else if (jobs.has(i + 1) && !isWatched) {
      added.push({ before: place, text: `SHELL=${shellPath(base, shell)}`, shell });
      isWatched = true;
    }
  });
  return added;
}

/** The bytes of a file with lines added to it. Every other byte stays as it is. */
export function addLines(bytes: Buffer, added: AddedLine[]): Buffer {
  const parts: Buffer[] = [];
  let [line, start] = [1, 0];
  for (const { before, text } of added) {
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

const WRAPPED = /^\S*\/tattle-shell(?:-[\w.-]+)? -c ('(?:[^']|'\\'')*')$/;

/** What a command runs that people have put behind `tattle-shell -c`. */
export function unwrapCommand(command: string): string {
  const [, quoted] = WRAPPED.exec(command) ?? [];
  return quoted ? quoted.slice(1, -1).replaceAll("'\\''", "'") : command;
}
