import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { Copier } from "./copier";
import { openPipes } from "./pipes";
import type { Tail } from "./tail";

/** What the job gets as descriptors 1 and 2, and what copies from there to the caller's. */
export type StandardStreams = { stdout: number; stderr: number; copiers: Copier[] };

const [STDOUT, STDERR] = [1, 2];
const INHERITED: StandardStreams = { stdout: STDOUT, stderr: STDERR, copiers: [] };

/**
 * Chooses the streams of a job. A terminal is always the caller's own: with a pipe, programs would lose their colours and their
 * line-by-line output. So is what cannot be copied. If both are the same file, they are one pipe, so that the order is kept.
 */
export async function openStandardStreams(tail: Tail | null): Promise<StandardStreams> {
  if (!tail) return INHERITED;
  const copied = [STDOUT, STDERR].filter((descriptor) => !isatty(descriptor));
  const isOne = copied.length === 2 && isSameFile(STDOUT, STDERR);
  const targets = isOne ? [STDOUT] : copied;
  const pipes = targets.length > 0 ? await openPipes(targets.length) : null;
  if (!pipes) return INHERITED;
  const ends = new Map(targets.map((target, i) => [target, pipes[i]?.writeEnd ?? target]));
  const stdout = ends.get(STDOUT) ?? STDOUT;
  return {
    stdout,
    stderr: isOne ? stdout : (ends.get(STDERR) ?? STDERR),
    copiers: pipes.map((pipe, i) => new Copier(pipe, targets[i] ?? STDOUT, tail)),
  };
}

function isSameFile(one: number, other: number): boolean {
  try {
    const [first, second] = [fstatSync(one), fstatSync(other)];
    return first.dev === second.dev && first.ino === second.ino && first.rdev === second.rdev;
  } catch {
    return false;
  }
}
