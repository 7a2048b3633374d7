import { CRON_RULES, type CronKind } from "./cron-kind";

/** What a job is started with. `input`: what it reads on standard input, or null if the line has none. */
export type JobCommand = { command: string; input: string | null };

const COMMENT = /[ \t]+#[ \t]*tattle:[ \t]*file=(\S.*)$/;

/** A command without a comment for us, such as `# tattle: file=/backup/db.dump`, and the file that it names. */
export function splitComment(text: string): { command: string; file: string | null } {
  const [comment = "", file = null] = COMMENT.exec(text) ?? [];
  return { command: text.slice(0, text.length - comment.length).trim(), file };
}

/** The command of a line as this cron gives it to the shell, and its standard input. */
export function readCommand(text: string, kind: CronKind): JobCommand {
  const { splitsAtPercent, joinsBackslashes } = CRON_RULES[kind];
  if (!splitsAtPercent) return { command: text, input: null };
  let command = "";
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    const next = text[i + 1];
    if (character === "%") return { command, input: readInput(text.slice(i + 1)) };
    const isEscape = character === "\\" && (next === "%" || (next === "\\" && joinsBackslashes));
    command += isEscape ? next : character;
    if (isEscape) i += 1;
  }
  return { command, input: null };
}

const readInput = (text: string) => `${text.replace(/\\%|%/g, (match) => (match === "%" ? "\n" : "%"))}\n`;
