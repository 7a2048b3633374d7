/** Prints one line that says what to do, and ends this process with code 1. For what no code can go on with: a wrong setting. */
export function endProcess(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
