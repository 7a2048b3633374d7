import type { CrontabLine } from "@/lib/rules/schedule/crontab-line";

/** What an example runs. */
export const EXAMPLE_JOB = "/path/to/job";

/**
 * An example for a crontab with the job of `line` in it, if they run at the same times. What follows an unescaped `%` is input to the
 * job, so nothing can be added to such a line: it stays an example.
 */
export function withJob(example: string, { schedule, user, command }: CrontabLine): string {
  if (!example.includes(`${schedule} `) || /(?<!\\)%/.test(command)) return example;
  const isList = /[;&|]/.test(command.replace(/>&|&>/g, ""));
  return example
    .replace(`${schedule} `, () => `${schedule} ${user ? `${user} ` : ""}`)
    .replace(EXAMPLE_JOB, () => (isList ? `(${command})` : command));
}
