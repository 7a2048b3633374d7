/** A line of a crontab, taken apart. `zone`: what `CRON_TZ=` names. `user`: as whom the command runs, in crontabs of the system. */
export type CrontabLine = { schedule: string; zone: string | null; user: string | null; command: string };

/** The zone that `CRON_TZ=` names at the start of a line, and the rest of the line. */
export function splitZone(line: string): { zone: string | null; rest: string } {
  const text = line.trim();
  const [prefix = "", zone = null] = /^(?:CRON_TZ|TZ)=(\S+)\s+/i.exec(text) ?? [];
  return { zone, rest: text.slice(prefix.length) };
}

const FIELD = String.raw`(?=[\d*?LWH]|[A-Za-z]{3}\b)[\dA-Za-z*?/,#-]+`;
const TIMES = new RegExp(String.raw`^(@[a-z]+|(?:${FIELD}\s+){4}${FIELD})(?:\s+(.*))?$`);
/** System crontabs have a user before the command. Other names look like programs: `cd /srv`, `find /var`. */
const USER = /^(root|nobody|daemon|www-data|postgres|mysql|apache|ubuntu|ec2-user)\s+/;

/** Takes a pasted line of a crontab apart. Null if it is none. A comment at the end is not part of the command. */
export function parseCrontabLine(line: string): CrontabLine | null {
  const { zone, rest: written } = splitZone(line);
  const [, schedule, rest = ""] = TIMES.exec(written) ?? [];
  if (!schedule) return null;
  const [prefix = "", user = null] = USER.exec(rest) ?? [];
  const command = rest
    .slice(prefix.length)
    .replace(/\s#\s.*$/, "")
    .trim();
  return { schedule: schedule.replace(/\s+/g, " "), zone, user, command };
}

/** What people would call the job of a command: the name of its script. Empty if the line has no command. */
export function nameOfCommand(command: string): string {
  const args = command
    .replace(/^cd\s+\S+\s*(?:&&|;)/, "")
    .trim()
    .split(/\s+/)
    .filter((word) => !/^[A-Z_]+=/.test(word));
  const program = args.find((word) => !WRAPPERS.has(word.split("/").at(-1) ?? "") && !word.startsWith("-"));
  const [name = ""] = (program ?? "").split("/").slice(-1);
  return name.replace(/\.(sh|py|rb|pl|php|js|ts)$/, "").slice(0, 255);
}

/** Programs that only start another one. */
const WRAPPERS = new Set([
  "sudo",
  "env",
  "nice",
  "ionice",
  "time",
  "bash",
  "sh",
  "python",
  "python3",
  "node",
  "php",
  "ruby",
  "perl",
]);
