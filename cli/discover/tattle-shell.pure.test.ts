import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { lacks } from "@/testing/languages";
import type { Places } from "./machine";
import { runPartsScript, shellScript } from "./tattle-shell";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-shell-"));
afterAll(() => rmSync(folder, { recursive: true }));

const places = {
  shell: path.join(folder, "tattle-shell"),
  runParts: path.join(folder, "lib", "run-parts"),
  state: folder,
} as Places;

/** Programs in place of `tattle`, by what is wrong with them. */
const PROGRAMS: Record<string, string | null> = {
  "is missing": null,
  "ends at once": "exit 0",
  "fails and prints": "echo x; echo y >&2; exit 9",
  "is killed": "kill -9 $$",
  "waits for the end": "cat > /dev/null",
  "waits for much longer": "exec sleep 1",
};

function install(name: string): void {
  const program = path.join(folder, "program");
  rmSync(program, { force: true });
  const text = PROGRAMS[name];
  if (typeof text === "string") writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  mkdirSync(path.dirname(places.runParts), { recursive: true });
  const command = { command: [program], certificates: null };
  writeFileSync(places.shell, shellScript("/bin/sh", places, command), { mode: 0o755 });
  writeFileSync(places.runParts, runPartsScript(places, command), { mode: 0o755 });
}

const ENV: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  PATH: "/usr/bin:/bin",
  HOME: folder,
  LOGNAME: "root",
  "A B": "x  y",
  LANG: "C",
  // Names that one of our scripts could use.
  ...Object.fromEntries(
    ["shell", "status", "uptime", "rest", "name", "folder", "script", "scripts", "result", "program"].map(
      (name) => [name, "of the job"],
    ),
  ),
};

/** What cron sees of a job, and the job of cron. */
function run(shell: string, command: string, input = "a\nb%\n", env = ENV) {
  const { status, signal, stdout, stderr } = spawnSync(shell, ["-c", command], {
    input,
    cwd: "/",
    env: { ...env, SHELL: shell },
  });
  return { status, signal, stdout: stdout.toString(), stderr: stderr.toString() };
}

const withoutShell = (text: string) => text.replace(places.shell, "/bin/sh");
const bare = (command: string) => run("/bin/sh", command);
const watched = (command: string) => run(places.shell, command);

test.each(Object.keys(PROGRAMS))("a job sees no difference if the program %s", (name) => {
  install(name);
  const commands = [
    "env | sort; pwd; umask; echo $0 $# $SHELL",
    "cat; echo out; echo err >&2; exit 3",
    "ls -l /proc/self/fd | wc -l",
    'test "$SHELL" = /bin/sh && "$SHELL" -c "echo nested"',
    "echo 'quotes \"and\" $HOME' \\\\ `echo x`; false",
    "exit 255",
  ];

  for (const command of commands) {
    const [one, other] = [bare(command), watched(command)];
    expect({ ...other, stdout: withoutShell(other.stdout) }, command).toEqual(one);
  }
});

test("a job that is killed prints nothing of ours, and its status is that of a shell", () => {
  install("waits for the end");

  expect(watched("kill -9 $$")).toEqual({ status: 137, signal: null, stdout: "", stderr: "" });
  expect(watched("kill $$")).toEqual({ status: 143, signal: null, stdout: "", stderr: "" });
});

test("whatever a command is, its output and status are those of the shell", () => {
  install("waits for the end");
  const word = fc.constantFrom(
    "echo a",
    "cat",
    "false",
    "true",
    "exit 7",
    "(exit 2)",
    "echo é >&2",
    "printf 'x\\ty'",
    "nosuchprogram",
    "echo $((1/0))",
    "if",
    "'",
    '"',
    "`",
    "\\",
    "echo $SHELL",
    "cd /tmp && pwd",
    "set -e",
    "trap 'echo bye' EXIT",
  );
  const separator = fc.constantFrom(" ; ", " && ", " || ", " | ", "\t", " & wait; ", " > /dev/null ; ");
  const command = fc
    .array(fc.tuple(word, separator), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.flat().slice(0, -1).join(""));
  fc.assert(
    fc.property(command, (text) => {
      const [one, other] = [bare(text), watched(text)];
      // If the job's shell is itself an error, only the status can be compared: the text contains a process ID.
      expect({ status: other.status, stdout: withoutShell(other.stdout) }).toEqual({
        status: one.status,
        stdout: one.stdout,
      });
      expect(other.stderr.length).toBe(one.stderr.length);
    }),
    { numRuns: 30 },
  );
});

test("called in any other way, it is the shell", () => {
  install("is missing");

  const { stdout } = spawnSync(places.shell, ["-s", "x"], { input: "echo $1", env: ENV });

  expect(stdout.toString()).toBe("x\n");
});

test("the program learns the command, and its exit status when it has ended", () => {
  install("waits for the end");
  const log = path.join(folder, "log");
  writeFileSync(
    path.join(folder, "program"),
    `#!/bin/sh\n{ for word; do echo "[$word]"; done; cat; echo end; } > ${log}.new; mv ${log}.new ${log}\n`,
  );
  chmodSync(path.join(folder, "program"), 0o755);

  watched('echo "two  words"; exit 4');
  while (spawnSync("test", ["-e", log]).status !== 0);

  expect(readFileSync(log, "utf8").replace(/^4 \d+\.\d+$/m, "4 <uptime>")).toBe(
    `[shell]\n[--state]\n[${folder}]\n[-c]\n[echo "two  words"; exit 4]\n4 <uptime>\nend\n`,
  );
});

test.skipIf(lacks("run-parts"))(
  "the scripts of a folder run as with run-parts, each by itself, with the PATH of the job",
  () => {
    install("ends at once");
    const scripts = path.join(folder, "cron.daily");
    mkdirSync(scripts);
    const write = (name: string, text: string, mode = 0o755) =>
      writeFileSync(path.join(scripts, name), `#!/bin/sh\n${text}\n`, { mode });
    write("a", "echo $PATH; env | grep -c ^PWD=; env | sort | grep 'of the job'; cat");
    write("b", "echo failed >&2; exit 3");
    write("c", ":");
    write("d.sh", "echo never");
    write("e", "echo never", 0o644);
    const commands = [
      `cd / && run-parts --report ${scripts}`,
      `test -x /nosuch || { cd / && run-parts --report ${scripts}; }`,
      `run-parts --reverse -v ${scripts}`,
      `run-parts --exit-on-error ${scripts}`,
      `run-parts ${folder}/nosuch`,
      `/usr/bin/run-parts ${scripts}`,
    ];

    for (const command of commands) expect(watched(command), command).toEqual(bare(command));
  },
);
