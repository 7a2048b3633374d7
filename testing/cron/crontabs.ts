import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Recorder } from "./recorded-jobs";

/** Lines that are hard to get right. */
export const TRICKY = String.raw`
# comment
MAILTO="ops"
A = 'q" r'
B="d e"
EMPTY=""
* * * * * root echo a\%b c\\d e\\%in%put\%x\\y
* * * * * root echo two   spaces \
	*	* * * *	nobody	cd /tmp && printf '%s' "$HOME"
* * * * * root true # no comment
* * * * * root echo é "$SHELL" | cat; exit 3
* * * * * root echo é "$SHELL" | cat; exit 3
SHELL=/bin/bash
PATH=/bin:/usr/bin
* * * * * root [[ $A == q* ]] && echo bash
*/1 * * * 0-7 nobody %only input
`;

const TIMES =
  /^(\s*)(@(?:hourly|daily|weekly|monthly|yearly|annually|midnight)|(?:[\d*][\S]*[ \t]+){4}\S+)(?=[ \t])/gm;

/** A crontab whose jobs run each minute, and with a recorder in place of their shells. */
export const prepareCrontab = (text: string, recorder: Recorder): string =>
  `SHELL=${recorder.shell("bin/sh")}\n${text
    .replace(TIMES, "$1* * * * *")
    .replace(/^SHELL\s*=\s*(\S+)/gm, (_, shell: string) => `SHELL=${recorder.shell(shell)}`)}`;

type Crontabs = { packaged: string; hasNicknames: boolean; recorder: Recorder };

/** Writes the crontabs of packages and the tricky ones: `cron.d`, and `own` as that of root. */
export function writeCrontabs(folder: string, { packaged, hasNicknames, recorder }: Crontabs): void {
  const cronD = path.join(folder, "cron.d");
  rmSync(cronD, { recursive: true, force: true });
  mkdirSync(cronD);
  const write = (file: string, text: string) =>
    writeFileSync(path.join(folder, file), prepareCrontab(text, recorder));
  for (const name of readdirSync(packaged).filter((each) => !each.startsWith(".")))
    write(`cron.d/${name}`, readFileSync(path.join(packaged, name), "utf8"));
  write("cron.d/tricky", TRICKY);
  write("own", TRICKY.replace(/^([ \t]*[*@].*?)(root|nobody)[ \t]+/gm, "$1"));
  if (hasNicknames) write("cron.d/nickname", "@daily root echo daily\n");
}
