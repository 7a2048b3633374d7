import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, hostname } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createCheckInServer } from "@/checkin/http-server";
import { HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import { readOutput } from "@/lib/runs/outputs/read";
import { listStoredRuns, openCheckInHttp } from "@/testing/check-in-http";
import { aSnitch } from "@/testing/factories";
import { runsFor } from "@/testing/runs";
import {
  aStateFolder,
  listWaiting,
  RUN_PROGRAMS,
  type RunProgram,
  rewindReport,
  runCommand,
  startCommand,
  untilEnded,
} from "@/testing/tattle";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

/** What a job may do that its caller would notice. */
const JOBS: [what: string, job: string[], input?: string][] = [
  ["prints both streams and fails", ["sh", "-c", "echo out; echo err >&2; exit 3"]],
  ["has odd arguments", ["printf", "<%s>\n", "", "a  b", "*", "$HOME", "'\"\\", "--", "-x", "ä\n"]],
  ["reads its standard input", ["sh", "-c", "wc -c; cat"], "of the caller\0\n"],
  ["prints bytes that are no text", ["sh", "-c", "printf '\\377\\000\\301'"]],
  [
    "shows its environment and its place",
    ["sh", "-c", 'env | grep -E "^(LANG|ODD|t_|url)"; pwd; umask; ulimit -n'],
  ],
  ["opens its streams by name", ["sh", "-c", "echo one >/dev/stdout; echo two >/dev/stderr"]],
  ["ends by a signal of its own", ["sh", "-c", "kill -USR1 $$"]],
  [
    "prints more than a pipe holds",
    ["sh", "-c", "yes 0123456789 | head -c 300000; yes err | head -c 200000 >&2"],
  ],
];

/** A command of a job that goes on until the test allows it to end. */
const untilAllowed = (folder: string) => `until [ -e ${folder}/allowed ]; do sleep 0.05; done`;
const allow = (folder: string) => writeFileSync(path.join(folder, "allowed"), "");

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/** `tattle run` in full. For the shell variant the basics with one shell, and all of it in the long run. */
const IN_DETAIL = runsFor("cli/run/contract.test.ts");
const isThere = ({ isMissing }: RunProgram) => !isMissing;

/** A job that reports to a snitch of the database. */
async function aJob({ command }: RunProgram, options: string[] = [], url = http.url) {
  const snitch = await aSnitch({ interval: "daily" });
  const state = aStateFolder();
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const env = { TATTLE_STATE_DIR: state, ODD: "a=b ; c", url: "of the job" };
  const run = [...command, "--snitch", `${url}/${snitch.token}`, ...options, "--"];
  return { snitch, state, env, run };
}

describe.each(RUN_PROGRAMS.slice(0, IN_DETAIL + 1).filter(isThere))("$name", (program) => {
  test.each(JOBS)("a job that %s looks the same to its caller", async (_, job, input) => {
    const { env, run, snitch } = await aJob(program);

    const [bare, wrapped] = await Promise.all([
      runCommand(job, { env, input }),
      runCommand([...run, ...job], { env, input }),
    ]);

    const status = bare.status ?? 128 + constants.signals[bare.signal ?? "SIGKILL"];
    expect({ ...wrapped, stdout: wrapped.stdout.toString("latin1") }).toEqual({
      stdout: bare.stdout.toString("latin1"),
      stderr: bare.stderr,
      status,
      signal: null,
    });
    expect(await listStoredRuns(snitch.id)).toMatchObject([{ host: hostname(), exitStatus: String(status) }]);
  });

  test("the run has its start, its duration, and the end of its output without secrets", async () => {
    const { env, run, snitch } = await aJob(program, ["--env", "night shift", "--redact", "customer [0-9]+"]);

    await runCommand([...run, "sh", "-c", "echo PGPASSWORD=geheim customer 17; sleep 0.2; exit 4"], { env });

    const [stored] = await listStoredRuns(snitch.id);
    expect(stored).toMatchObject({ outcome: "failed", exitStatus: "4", env: "night shift" });
    expect(stored?.startedAt).not.toBeNull();
    expect(stored?.reportedMs).toBeGreaterThanOrEqual(190);
    const output = await readOutput(stored?.outputId ?? "");
    expect(output?.data.toString()).toBe("PGPASSWORD=[redacted] [redacted]\n");
  });

  test("without a server the job runs, and its report is delivered later with its own time", async () => {
    const port = await getPort();
    const { env, run, snitch, state } = await aJob(program, [], `http://127.0.0.1:${port}`);
    const before = Date.now();
    const ended = await runCommand([...run, "sh", "-c", "echo fine; exit 5"], { env });
    const waiting = listWaiting(state);
    // As if that had been two hours ago, by a clock that was wrong by 9.
    for (const file of waiting) rewindReport(file, 2 * HOUR_MS, 9 * HOUR_MS);
    const server = createCheckInServer().listen(port);
    onTestFinished(() => void server.close());
    await once(server, "listening");

    await runCommand(program.flush, { env });

    expect(ended).toMatchObject({ status: 5, stdout: Buffer.from("fine\n") });
    expect(ended.stderr).toMatch(/^tattle.*: could not report yet: .+\n$/);
    expect(waiting).toHaveLength(2);
    expect(listWaiting(state)).toEqual([]);
    const [stored, ...others] = await listStoredRuns(snitch.id);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ exitStatus: "5" });
    expect(Number(stored?.endedAt)).toBeLessThan(Date.now() - 2 * HOUR_MS);
    // Its age has whole seconds.
    expect(Number(stored?.startedAt)).toBeGreaterThan(before - 2 * HOUR_MS - 2 * SECOND_MS);
  });

  test("a report that the server refuses is not kept, and the job knows nothing of it", async () => {
    const { env, state } = await aJob(program);

    const ended = await runCommand(
      [...program.command, "--snitch", `${http.url}/nosuchsnitch`, "--", "true"],
      {
        env,
      },
    );

    expect(ended.status).toBe(0);
    expect(ended.stderr).toMatch(/^tattle.*: could not report: .+\n$/);
    expect(listWaiting(state)).toEqual([]);
  });

  test("a job that still runs is not started a second time, and that is reported", async () => {
    const { env, run, snitch, state } = await aJob(program, ["--lock"]);
    const first = startCommand([...run, "sh", "-c", `echo begun; ${untilAllowed(state)}`], { env });
    const ended = untilEnded(first);
    await new Promise((resolve) => first.stdout?.once("data", resolve));

    const second = await runCommand([...run, "echo", "twice"], { env });
    allow(state);
    await ended;
    const third = await runCommand([...run, "echo", "again"], { env });

    expect([second.status, second.stdout.toString()]).toEqual([0, ""]);
    expect(second.stderr).toMatch(
      /^tattle.*: skipped, because the previous run is still running \(process \d+\)\n$/,
    );
    expect(third.stdout.toString()).toBe("again\n");
    expect(await listStoredRuns(snitch.id)).toHaveLength(2);
  });
});

describe.each(RUN_PROGRAMS.slice(0, IN_DETAIL).filter(isThere))("$name in detail", (program) => {
  test("signals reach the job, which decides what they mean", async () => {
    const { env, run } = await aJob(program);
    const send = async (signal: NodeJS.Signals) => {
      const script = `trap 'echo got it; exit 7' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
      const child = startCommand([...run, "sh", "-c", script], { env });
      child.stdout?.once("data", () => child.kill(signal));
      return untilEnded(child);
    };

    const ended = await Promise.all(SIGNALS.map(send));

    const expected = { status: 7, signal: null, stdout: Buffer.from("ready\ngot it\n"), stderr: "" };
    expect(ended).toEqual(SIGNALS.map(() => expected));
  });

  test("when no one reads its output anymore, the job ends as it would alone", async () => {
    const { env, run, snitch } = await aJob(program);

    const { stdout } = await runCommand(["sh", "-c", '"$@" | head -n 1', "sh", ...run, "yes"], { env });

    expect(stdout.toString()).toBe("y\n");
    await expect
      .poll(async () => (await listStoredRuns(snitch.id)).map((one) => one.exitStatus))
      .toEqual(["141"]);
  });

  test("a process that the job leaves behind holds no one up, and goes on printing", async () => {
    const { env, run, state } = await aJob(program);
    const child = startCommand([...run, "sh", "-c", `(${untilAllowed(state)}; echo late) & echo done`], {
      env,
    });
    const printed = untilEnded(child);
    await once(child, "exit");
    allow(state);

    expect((await printed).stdout.toString()).toBe("done\nlate\n");
  });

  test("descriptors of the caller are the job's, too", async () => {
    const { env, run } = await aJob(program);
    const job = ["sh", "-c", "cat <&5; echo seven >&7"];

    const { stdout } = await runCommand(
      ["sh", "-c", 'exec 5</etc/hostname 7>&1; "$@"', "sh", ...run, ...job],
      { env },
    );

    // The one goes through the pipe for the tail, the other does not.
    expect(stdout.toString().split("\n").sort()).toEqual(
      `${readFileSync("/etc/hostname")}seven\n`.split("\n").sort(),
    );
  });

  test("a folder that takes no reports keeps no job from running, and its run is reported", async () => {
    const { env, run, snitch } = await aJob(program);

    const ended = await runCommand([...run, "echo", "ran"], {
      env: { ...env, TATTLE_STATE_DIR: "/etc/hostname/state" },
    });

    expect([ended.status, ended.stdout.toString()]).toEqual([0, "ran\n"]);
    expect(await listStoredRuns(snitch.id)).toHaveLength(1);
    expect(ended.stderr.trim().split("\n").length).toBeLessThanOrEqual(1);
  });

  test("a job that takes too long is ended, and has the status of `timeout`", async () => {
    const { env, run, snitch } = await aJob(program, ["--timeout", "1s"]);

    const { status } = await runCommand([...run, "sleep", "30"], { env });

    expect(status).toBe(124);
    expect(await listStoredRuns(snitch.id)).toMatchObject([{ outcome: "failed", exitStatus: "124" }]);
  });

  test.each([
    ["is not there", ["/nowhere/at-all"], 127],
    ["is not executable", ["/etc/passwd"], 126],
  ])("a command that %s has the status that a shell gives it", async (_, job, status) => {
    const { env, run, snitch } = await aJob(program);

    expect((await runCommand([...run, ...job], { env })).status).toBe(status);

    expect(await listStoredRuns(snitch.id)).toMatchObject([
      { outcome: "failed", exitStatus: String(status) },
    ]);
  });

  test("an option that there is not starts nothing", async () => {
    const { env } = await aJob(program);

    const ended = await runCommand([...program.command, "--snich", "x", "--", "echo", "ran"], { env });

    expect([ended.status, ended.stdout.toString()]).toEqual([2, ""]);
  });
});
