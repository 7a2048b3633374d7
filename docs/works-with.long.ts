import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { canInstallPackages, installPackage } from "@/testing/apt";
import { listStoredCheckIns, listStoredRuns, readStatus } from "@/testing/check-in-http";
import { runCheckInServer } from "@/testing/check-in-server";
import { Sandbox } from "@/testing/cron/sandbox";
import { aSnitch } from "@/testing/factories";
import { lacks } from "@/testing/languages";

// Each line of docs/works-with.md that does not say “read” is run by the tool itself, as it is printed, once for a success and once for a
// failure.

const EXAMPLE = "https://checkin.tattle.example/c0ffee1234abcd56";
const [PAGE = ""] = readFileSync("docs/works-with.md", "utf8").split("## Coming from");

/** The rows of the tables of tools: name, line, what arrives. */
const ROWS = [...PAGE.matchAll(/^\| ([^|]+) \| `((?:[^`|]|\\\|)+)`[^|]* \| ([^|]+) \| .*\|$/gm)].map(
  ([, tool = "", line = "", arrives = ""]) => ({ tool, line: line.replaceAll("\\|", "|"), arrives }),
);

/** Code of the page, by what its fence says. */
const findCode = (what: string) => PAGE.split(`${what}\n`)[1]?.split("\n```")[0] ?? "";

const serverUrl = runCheckInServer();
const base = mkdtempSync(path.join(tmpdir(), "tattle-works-with-"));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(base, { recursive: true, force: true });
});

type Way = {
  /** Debian’s package, if it is not part of the base system. */
  package?: string;
  program: string;
  /** Before the first run, in a new folder that has `srv`, `backup` and `job`. */
  prepare?: string;
  /** How a person uses the line. */
  use?: (line: string) => string;
  /** What makes it fail; by default, its source is missing. */
  break?: string;
  env?: Record<string, string>;
  /** The exit status of the failure; “fail” if the tool says only that it failed. */
  failure: string;
};

const JOB_FAILS = "printf '#!/bin/sh\\necho disk full; exit 3\\n' > job";

/** By the first word of the tool’s name on the page. */
const WAYS: Record<string, Way> = {
  restic: {
    package: "restic",
    program: "restic",
    prepare: "restic init",
    env: { RESTIC_REPOSITORY: "backup/restic", RESTIC_PASSWORD: "x" },
    failure: "1",
  },
  borgmatic: {
    package: "borgmatic",
    program: "borgmatic",
    prepare: "borg init -e none backup/borg",
    use: (line) =>
      `cat > config.yaml <<END\nlocation: { source_directories: [srv], repositories: [backup/borg] }\nretention: { keep_daily: 7 }\nhooks: { ${line} }\nEND\nborgmatic -c config.yaml -v 1`,
    break: "mv backup/borg backup/away",
    env: { BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: "yes" },
    failure: "fail",
  },
  BorgBackup: {
    package: "borgbackup",
    program: "borg",
    prepare: "borg init -e none backup",
    // Archives are named by the second.
    break: "rm -r srv; sleep 1",
    env: { BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: "yes" },
    failure: "1",
  },
  rsnapshot: {
    package: "rsnapshot",
    program: "rsnapshot",
    prepare:
      "printf 'config_version\\t1.2\\nsnapshot_root\\t%s/backup/\\ncmd_rsync\\t/usr/bin/rsync\\nretain\\tdaily\\t2\\nbackup\\t%s/srv/\\tlocalhost/\\n' $PWD $PWD > rsnapshot.conf",
    use: (line) => line.replace("rsnapshot daily", "rsnapshot -c rsnapshot.conf daily"),
    failure: "1",
  },
  duplicity: { package: "duplicity", program: "duplicity", env: { PASSPHRASE: "x" }, failure: "13" },
  "rdiff-backup": { package: "rdiff-backup", program: "rdiff-backup", failure: "1" },
  rclone: { package: "rclone", program: "rclone", env: { RCLONE_CONFIG_REMOTE_TYPE: "local" }, failure: "3" },
  rsync: { package: "rsync", program: "rsync", failure: "23" },
  anacron: {
    package: "anacron",
    program: "anacron",
    use: (line) => `mkdir -p spool && echo '${line}' > tab && anacron -f -n -s -d -t $PWD/tab -S $PWD/spool`,
    break: JOB_FAILS,
    failure: "3",
  },
  "run-parts": {
    program: "run-parts",
    use: (line) =>
      `mkdir -p parts && printf '#!/bin/sh\\n%s\\n' '${line}' > parts/job && chmod +x parts/job && run-parts parts`,
    break: JOB_FAILS,
    failure: "3",
  },
  flock: {
    program: "flock",
    use: (line) => line.replace("/run/lock/job", "lock"),
    break: JOB_FAILS,
    failure: "3",
  },
  timeout: {
    program: "timeout",
    use: (line) => line.replace("1h", "1"),
    break: "printf '#!/bin/sh\\nexec sleep 9\\n' > job",
    failure: "124",
  },
  chronic: { package: "moreutils", program: "chronic", break: JOB_FAILS, failure: "3" },
  cronic: { package: "cronic", program: "cronic", break: JOB_FAILS, failure: "3" },
  certbot: {
    package: "certbot",
    program: "certbot",
    use: (line) => line.replace("renew", "renew --config-dir c --work-dir c --logs-dir c"),
    break: "mkdir -p c/renewal && echo junk > c/renewal/x.conf",
    failure: "1",
  },
  logrotate: {
    package: "logrotate",
    program: "logrotate",
    prepare: "touch a.log && printf '%s/a.log {\\n daily\\n}\\n' $PWD > rotate.conf",
    use: (line) => line.replace("/etc/logrotate.conf", "-s state rotate.conf"),
    break: "rm a.log",
    failure: "1",
  },
};

/** Those with a test below, or in another file. */
const ELSEWHERE: Record<string, string> = {
  cron: "docs/works-with.long.ts",
  systemd: "docs/works-with.long.ts",
  GitLab: "docs/works-with.long.ts",
  Alertmanager: "docs/works-with.long.ts",
  Opsgenie: "lib/protocols/opsgenie/clients.long.ts",
  Uptime: "lib/protocols/hostile.test.ts",
  "healthchecks-io-client": "checkin/healthchecks-client.long.ts",
  "@sentry/node": "lib/protocols/sentry/clients.long.ts",
};

const firstWord = (tool: string) => /^[^\s’,]+/.exec(tool)?.[0] ?? "";
const findRow = (name: string) => {
  const row = ROWS.find(({ tool }) => firstWord(tool) === name);
  if (!row) throw new Error(`The page has no row for ${name}.`);
  return row;
};

/** A shell in a folder. Its end is not ours to judge: what arrives is. */
const run = (script: string, cwd: string, env: Record<string, string> = {}) =>
  promisify(execFile)("bash", ["-c", script], {
    cwd,
    timeout: 120_000,
    env: { NODE_ENV: "test", PATH: `${process.env.PATH}:/usr/sbin`, HOME: cwd, ...env },
  }).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );

/** A new folder and a new snitch, and the text of the page with their names. */
async function aPlace(name: string) {
  const folder = path.join(base, name.replaceAll("/", "-"));
  for (const each of ["srv", "backup"]) mkdirSync(path.join(folder, each), { recursive: true });
  writeFileSync(path.join(folder, "srv", "a"), "a");
  writeFileSync(path.join(folder, "job"), "#!/bin/sh\necho done\n", { mode: 0o755 });
  const { id, token } = await aSnitch({ interval: "daily" });
  const url = `${serverUrl()}/${token}`;
  const fill = (text: string) =>
    text
      .replaceAll(EXAMPLE, url)
      .replaceAll("/path/to/job", path.join(folder, "job"))
      .replaceAll(/(?<=[ :/])\/(srv|backup)\b/g, path.join(folder, "$1"));
  return { folder, id, url, fill };
}

const readLast = async (id: string) => {
  const checkIns = await listStoredCheckIns(id);
  const [last] = checkIns.toReversed();
  const [lastRun] = (await listStoredRuns(id)).toReversed();
  return { count: checkIns.length, last, run: lastRun, status: await readStatus(id) };
};

beforeAll(async () => {
  const wanted = Object.values(WAYS).filter(({ program }) => lacks(program));
  for (const { package: name } of wanted)
    if (name) await installPackage(name, "docs/works-with.md has a line for it");
}, 900_000);

test("each row without “read” has a test", () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(30);
  const missing = ROWS.map(({ tool }) => tool).filter(
    (tool) => !/\bread$/.test(tool) && !(firstWord(tool) in WAYS) && !(firstWord(tool) in ELSEWHERE),
  );
  expect(missing).toEqual([]);
  expect(Object.values(ELSEWHERE).filter((file) => !existsSync(file))).toEqual([]);
});

describe.skipIf(!canInstallPackages())("the line of the page", () => {
  test.each(Object.entries(WAYS))("for %s reports a success and a failure", async (name, way) => {
    const { line, arrives } = findRow(name);
    const { folder, id, fill } = await aPlace(name);
    const script = (way.use ?? ((text: string) => text))(fill(line));
    const prepared = way.prepare ? await run(fill(way.prepare), folder, way.env) : "";

    const first = await run(script, folder, way.env);
    const healthy = await readLast(id);
    await run(fill(way.break ?? "rm -r srv"), folder);
    const second = await run(script, folder, way.env);
    const failed = await readLast(id);

    expect(healthy, prepared + first).toMatchObject({ status: "healthy", last: { kind: "finish" } });
    expect(failed, second).toMatchObject({ status: "errored", last: { exitStatus: way.failure } });
    expect(failed.count, second).toBe(healthy.count * 2);
    if (arrives.includes("output")) expect(failed.last?.message, second).not.toBe("");
    if (arrives.includes("duration")) expect(failed.run?.durationMs).toBeGreaterThan(0);
  });

  test("for cron is run by Debian’s cron", async () => {
    const { folder, id, fill } = await aPlace("cron");
    const line = fill(findRow("cron").line)
      .replace("0 3 * * *", "* * * * *")
      .replaceAll("job.log", `${folder}/log`);
    writeFileSync(path.join(folder, "crontab"), `${line}\n`);
    const sandbox = new Sandbox(mkdtempSync(path.join(base, "sandbox-")));

    await sandbox.run(`crontab ${folder}/crontab && cron && sleep 63`);

    expect(await readLast(id)).toMatchObject({
      status: "healthy",
      last: { exitStatus: "0", message: "done\n" },
    });
  });

  test("for systemd is valid, and its commands report", async () => {
    const { folder, id, fill } = await aPlace("systemd");
    const stop = fill(findRow("systemd").line);
    writeFileSync(
      path.join(folder, "job.service"),
      `${fill(findCode("a drop-in of the job’s service"))}\n[Service]\nType=oneshot\nExecStart=${folder}/job\n${stop}\n`,
    );
    const unit = fill(findCode("check-in@.service, for every unit of this machine"));
    writeFileSync(path.join(folder, "check-in@.service"), unit);

    expect(
      await run(`systemd-analyze verify ./job.service ./check-in@fail.service`, folder, {
        SYSTEMD_UNIT_PATH: `${folder}:`,
      }),
    ).toBe("");
    const report = (status: string) =>
      run(stop.replace("ExecStopPost=", "").replace(/\?s=.*/, `?s=${status}`), folder);
    await report("0");
    expect(await readLast(id)).toMatchObject({ status: "healthy" });
    await report("KILL");
    expect(await readLast(id)).toMatchObject({ status: "errored", last: { exitStatus: "KILL" } });
    const [, command = ""] = /ExecStart=(.*)/.exec(unit) ?? [];
    await run(command.replace("%i", "success"), folder);
    expect(await readLast(id)).toMatchObject({ status: "healthy" });
    await run(command.replace("%i", "fail"), folder);
    expect(await readLast(id)).toMatchObject({ status: "errored" });
  });

  test("for Alertmanager repeats Prometheus’ Watchdog, and says nothing when it ends", async () => {
    for (const name of ["prometheus", "prometheus-alertmanager"])
      if (lacks(name)) await installPackage(name, "docs/works-with.md has lines for it");
    const { folder, id, fill } = await aPlace("alertmanager");
    const [alertmanagerPort, prometheusPort] = [await getPort(), await getPort()];
    const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
    write("alertmanager.yml", fill(findCode("route and receiver of Alertmanager")));
    write("rules.yml", findCode("a rule of Prometheus"));
    write(
      "prometheus.yml",
      `global: { evaluation_interval: 2s }\nrule_files: [rules.yml]\nalerting: { alertmanagers: [{ static_configs: [{ targets: ["127.0.0.1:${alertmanagerPort}"] }] }] }\n`,
    );
    const start = (program: string, ...args: string[]) => {
      const child = spawn(program, args, { cwd: folder, stdio: "ignore" });
      children.push(child);
      return child;
    };
    start(
      "prometheus-alertmanager",
      "--config.file=alertmanager.yml",
      "--storage.path=alerts",
      "--cluster.listen-address=",
      `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
    );
    start(
      "prometheus",
      "--config.file=prometheus.yml",
      "--storage.tsdb.path=metrics",
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    );

    await expect.poll(() => db.checkIn.count({ where: { snitchId: id } }), { timeout: 180_000 }).toBe(2);
    expect(await readLast(id)).toMatchObject({ status: "healthy", last: { exitStatus: "", accepted: true } });
  });

  test("for GitLab CI is run by a runner of its jobs", async ({ skip }) => {
    const { folder, id, fill } = await aPlace("gitlab");
    const INSTALL = "npm install --prefix . --no-audit --no-fund --silent gitlab-ci-local@4.61.1";
    // Where npm finds its registry is in the settings of this user.
    await run(INSTALL, folder, { HOME: homedir() });
    if (lacks(path.join(folder, "node_modules/.bin/gitlab-ci-local"))) skip();
    writeFileSync(
      path.join(folder, ".gitlab-ci.yml"),
      `nightly:\n  script: [./job]\n  ${fill(findRow("GitLab").line)}\n`,
    );
    const runJob = () =>
      run(
        "git init -q . 2>/dev/null; git remote add origin git@gitlab.com:a/b.git 2>/dev/null; node_modules/.bin/gitlab-ci-local --force-shell-executor nightly",
        folder,
        { GIT_CONFIG_GLOBAL: "/dev/null" },
      );

    const first = await runJob();
    expect(await readLast(id), first).toMatchObject({ status: "healthy" });
    await run(JOB_FAILS, folder);
    const second = await runJob();
    expect(await readLast(id), second).toMatchObject({ status: "errored", last: { exitStatus: "1" } });
  });
});
