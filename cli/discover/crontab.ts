import { parseAssignment } from "./assignment";
import { readCommand, splitComment } from "./command";
import { CRON_RULES, type CronKind } from "./cron-kind";
import { findProblem } from "./schedule-problem";

/** A line of a crontab that runs something. `line` counts from 1. `shell`: what runs its command. */
export type CronJob = {
  line: number;
  schedule: string;
  /** The zone that the crontab sets for its schedule, or null for that of the machine. */
  zone: string | null;
  user: string;
  command: string;
  input: string | null;
  shell: string;
};

/** A line that runs nothing at a time of its own. */
export type SkippedLine = {
  line: number;
  text: string;
  because: "reboot" | "commented out" | "never" | "wrong";
  message: string;
};

export type Crontab = { jobs: CronJob[]; skipped: SkippedLine[] };

type Options = {
  kind: CronKind;
  /** Whose crontab this is, or null for one with a user in each line. */
  owner: string | null;
  /** Whether there is such a user. */
  hasUser(name: string): boolean;
};

export const DEFAULT_SHELL = "/bin/sh";

/** Longer than any cron reads: patterns take long for what a user may write. */
const MAX_LINE = 10_000;

const TIMES = /^(@[A-Za-z_]+|(?:\S+[ \t]+){4}\S+)[ \t]+/;

/** What a crontab runs, and the lines that it does not run. */
export function parseCrontab(text: string, options: Options): Crontab {
  const rules = CRON_RULES[options.kind];
  const crontab: Crontab = { jobs: [], skipped: [] };
  let [shell, zone] = [DEFAULT_SHELL, null as string | null];
  for (const { line, text: written } of logicalLines(text, rules.readsAsConfiguration)) {
    if (written.length > MAX_LINE) {
      crontab.skipped.push({ line, text: written.slice(0, 60), ...wrong("It is too long.") });
      continue;
    }
    const trimmed = written.replace(/^[ \t]+/, "");
    if (trimmed === "") continue;
    if (trimmed.startsWith("#")) {
      const job = parseCommentedJob(trimmed, options);
      if (job)
        crontab.skipped.push({ line, text: job, because: "commented out", message: "It is commented out." });
      continue;
    }
    const assignment = parseAssignment(written);
    if (assignment?.name === "SHELL") shell = assignment.value;
    if (assignment && assignment.name === rules.zoneVariable) zone = assignment.value;
    if (assignment && rules.quotesEmptyValues && /=\s*$/.test(written)) {
      const message = `An empty value needs quotes: write ${assignment.name}="".`;
      crontab.skipped.push({ line, text: trimmed, because: "wrong", message });
    }
    if (assignment) continue;
    const job = parseJob(trimmed, options);
    if ("message" in job) crontab.skipped.push({ line, text: trimmed, ...job });
    else crontab.jobs.push({ line, ...job, shell, zone });
  }
  return crontab;
}

/** The lines of a crontab. `line` is where one begins. */
function logicalLines(text: string, continues: boolean): { line: number; text: string }[] {
  const lines = text.split("\n").map((line, i) => ({ line: i + 1, text: line }));
  if (!continues) return lines;
  const joined: { line: number; text: string }[] = [];
  for (const each of lines) {
    const before = joined.at(-1);
    if (before?.text.endsWith("\\")) before.text = before.text.slice(0, -1) + each.text;
    else joined.push(each);
  }
  return joined;
}

type ParsedJob = Pick<CronJob, "schedule" | "user" | "command" | "input">;
type WrongJob = { because: "reboot" | "never" | "wrong"; message: string };

function parseJob(line: string, { kind, owner, hasUser }: Options): ParsedJob | WrongJob {
  const rules = CRON_RULES[kind];
  const [all = "", times = ""] = TIMES.exec(line) ?? [];
  if (all === "") return wrong("This is neither a variable nor five time fields and a command.");
  const nickname = times.startsWith("@") ? times.toLowerCase() : null;
  if (nickname && !rules.hasNicknames)
    return wrong(`${rules.name} does not support ${times}. Use five fields.`);
  const rest = line.slice(all.length);
  const [userField = "", user = ""] = owner === null ? (/^(\S+)[ \t]+/.exec(rest) ?? []) : ["", owner];
  if (!hasUser(user)) return wrong(user === "" ? "It has no user." : `There is no user ${user}.`);
  const typed = rest.slice(userField.length);
  const written = rules.readsAsConfiguration ? typed.replace(/[ \t]*(#.*)?$/, "") : typed;
  if (written.trim() === "") return wrong("It has no command.");
  if (nickname === "@reboot") return { because: "reboot", message: "It runs at boot, not on a schedule." };
  const schedule = nickname === "@midnight" ? "@daily" : (nickname ?? times.replace(/[ \t]+/g, " "));
  const problem = findProblem(schedule);
  // Debian’s cron never runs a line with such a range, but reads the others.
  if (problem?.includes("a range that descends")) return { because: "never", message: problem };
  if (problem) return wrong(problem);
  const { command, input } = readCommand(written, kind);
  // Some crons give the blanks around a command to the shell, and some do not.
  return { schedule, user, command: splitComment(command.trim()).command, input };
}

const wrong = (message: string): WrongJob => ({ because: "wrong", message });

/** A comment that would be a job without its `#`, as written. Prose and drawings are none. */
function parseCommentedJob(comment: string, options: Options): string | null {
  const text = comment.replace(/^#[#\s]*/, "");
  const job = parseJob(text, options);
  return "message" in job || /^[\s|.`'-]/.test(job.command) ? null : text;
}

/** Why cron runs nothing of this file, as a sentence, or null if it runs it. */
export function findFileProblem(text: string, kind: CronKind, { skipped }: Crontab): string | null {
  if (!CRON_RULES[kind].ignoresFileWithError) return null;
  const wrongLine = skipped.find(({ because }) => because === "wrong");
  if (wrongLine) return `cron ignores this file because of line ${wrongLine.line}. ${wrongLine.message}`;
  if (text !== "" && !text.endsWith("\n"))
    return "cron ignores this file, because its last line does not end with a newline.";
  return null;
}
