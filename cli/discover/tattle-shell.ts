import path from "node:path";
import type { Places } from "./machine";
import { MARK } from "./own-file";
import { quote, unquote } from "./shell-line";

/** How the scripts start `tattle`: its program, and Node.js before it if it is a script. */
export type Program = { command: string[]; certificates: string | null };

/** This very program, as the scripts start it later: a script of Node.js, or an executable of its own. */
export function findProgram(): Program {
  const isScript = /^node(js)?$/.test(path.basename(process.execPath));
  const script = isScript ? [...process.execArgv, path.resolve(process.argv[1] ?? "")] : [];
  return {
    command: [process.execPath, ...script],
    certificates: process.env.NODE_EXTRA_CA_CERTS ?? null,
  };
}

/**
 * Runs `job` with the caller's streams, and `tattle` next to it, which gets the exit status on its standard input. The job is a child of the
 * script: whatever becomes of `tattle`, it runs, and no one waits for a report. Descriptor 3 and 4 are the caller's, 5 takes the status. If
 * `tattle` or the script is killed, the other one still gets it. `tattle` also gets the uptime of the machine at the end, because it is
 * slower to start than many jobs are to run. Variables have names that no crontab has: one that is in the environment would change there.
 */
const runNextTo = (job: string, program: Program, state: string, reported: string) =>
  `exec 3>&1 4>&2
tattle_status=$({
  {
    (exec ${job} >&3 2>&4 3>&- 4>&- 5>&-)
    tattle_status=$?
    read -r tattle_uptime tattle_rest < /proc/uptime
    trap '' PIPE
    echo "$tattle_status" >&5
    echo "$tattle_status $tattle_uptime"
  } 2>/dev/null | {
    ${buildStart(program)} shell --state ${quote(state)} -c ${reported} <&6 >/dev/null 2>&1 3>&- 4>&- 5>&- 6<&- &
  } 6<&0
} 5>&1)
exec 3>&- 4>&-`;

/** The words that start the program in a shell. */
export const buildStart = ({ command, certificates }: Program) =>
  [
    "NODE_OPTIONS=",
    ...(certificates === null ? [] : [`NODE_EXTRA_CA_CERTS=${quote(certificates)}`]),
    ...command.map(quote),
  ].join(" ");

/** The files that a script starts the program with, as `buildStart` names them. */
export function listPrograms(script: string): string[] {
  const [, start = ""] = / NODE_OPTIONS= (.+) shell --state /.exec(script) ?? [];
  const args = start.match(/(?:'[^']*'|\\'|[^\s'\\])+/g) ?? [];
  return args
    .map((word) => word.replace(/^NODE_EXTRA_CA_CERTS=/, ""))
    .map(unquote)
    .filter((word) => word.startsWith("/"));
}

/** What cron runs in place of a shell. It must work with any \`sh\`, and without \`tattle\`. */
export function shellScript(shell: string, { runParts, state }: Places, program: Program): string {
  return `#!/bin/sh
# ${MARK} cron starts it in place of ${shell}. It runs the job as
# ${shell} would, with tattle beside it, which reports the run. Whatever is wrong with tattle, the job runs.
case \${SHELL-} in
  "$0" | */tattle-shell*) SHELL=${quote(shell)} ;;
esac
# This shell has set them; the job had none of them.
unset PWD OLDPWD SHLVL
[ "$#" -eq 2 ] && [ "$1" = -c ] || exec ${quote(shell)} "$@"
case $2 in
  *tattle-shell* | */run-parts* | *--regex* | *--lsbsysinit* | *--exit-on-error* | *--new-session*) ;;
  *run-parts\\ *)
    # Each script reports by itself.
    if [ -x ${quote(runParts)} ]; then PATH=${quote(path.dirname(runParts))}\${PATH+:$PATH}; fi
    exec ${quote(shell)} -c "$2"
    ;;
esac
${runNextTo(`${quote(shell)} -c "$2"`, program, state, '"$2"')}
exit "\${tattle_status:-137}"
`;
}

/** What jobs find in place of \`run-parts\`: it runs and reports each script on its own, with the real one. */
export function runPartsScript({ runParts, state }: Places, program: Program): string {
  const folder = path.dirname(runParts);
  return `#!/bin/sh
# ${MARK} Jobs that run the scripts of a folder find it before run-parts. It
# runs each script with run-parts, with tattle beside it, which reports the run. Whatever is wrong with tattle, the scripts run.
PATH=\${PATH#${quote(`${folder}:`)}}
case " $* " in
  *' --regex'* | *' --lsbsysinit '* | *' --exit-on-error '* | *' --new-session '* | *' --test '* | *' --list '*) exec run-parts "$@" ;;
esac
tattle_scripts=$(run-parts --test "$@" 2>/dev/null)
[ -n "$tattle_scripts" ] || exec run-parts "$@"
tattle_result=0
for tattle_script in $tattle_scripts; do
  tattle_name=\${tattle_script##*/}
${indent(runNextTo('run-parts --regex="^$tattle_name\\$" "$@"', program, state, '"$tattle_script"'))}
  [ "\${tattle_status:-137}" = 0 ] || tattle_result=$tattle_status
done
exit "\${tattle_result:-137}"
`;
}

const indent = (text: string) => text.replace(/^(?=.)/gm, "  ");

/**
 * Root's own crontab. For each shell, a line repairs the case in which the script that represents it is missing or cannot be run, by a
 * link to the shell itself: cron would run none of the jobs otherwise. `flushLine` delivers what waits. No word of it is a user's.
 */
export const guardCrontab = (
  shells: { script: string; shell: string }[],
  flushLine: string | null,
): string => `# ${MARK} If tattle-shell is missing or cannot be run, the shell itself takes its place.
SHELL=/bin/sh
${shells
  .map(
    ({ script, shell }) =>
      `* * * * * root [ -n "$(find -L ${quote(script)} -perm -555 2>/dev/null)" ] || ln -sfn ${quote(shell)} ${quote(script)}\n`,
  )
  .join("")}${flushLine === null ? "" : `${flushLine}\n`}`;
