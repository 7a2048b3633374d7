import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { runApiServer } from "@/lib/testing/api-server";
import { runCheckInServer } from "@/lib/testing/check-in-server";
import { buildBusyboxCron, PACKAGES, unpackPackages } from "@/lib/testing/cron/programs";
import { findMissing, Sandbox } from "@/lib/testing/cron/sandbox";
import { aClient, type Client, readResponse } from "@/lib/testing/requests";

/** Building busybox takes minutes on a busy machine. */
const MINUTES_MS = 900_000;
const apiUrl = runApiServer();
const checkInUrl = runCheckInServer();
const missing = findMissing();

const folder = mkdtempSync(path.join(tmpdir(), "tattle-crons-"));
const at = (...names: string[]) => path.join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true, force: true }), MINUTES_MS);

let client: Client;
let sandbox: Sandbox;
let unavailable: string[] = [];

beforeAll(async () => {
  if (missing) return;
  chmodSync(folder, 0o755);
  await build({
    entryPoints: ["cli/main.ts"],
    outfile: at("tattle.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  cpSync("lib/testing/cron/recorder.pl", at("recorder.pl"));
  chmodSync(at("recorder.pl"), 0o755);
  writeFileSync(at("sendmail"), `#!/bin/sh\ncat > $(mktemp -p $(cat ${at("phase")}) mail.XXXXXX)\n`, {
    mode: 0o755,
  });
  unavailable = unpackPackages([...PACKAGES, "bcron", "libbg2"], at("packages-of-debian"));
}, MINUTES_MS);

beforeEach(async () => {
  Object.assign(env, { CHECK_IN_URL: checkInUrl() });
  client = await aClient({ plan: "unlimited" });
  sandbox = new Sandbox(mkdtempSync(at("sandbox-")));
});

/** What a job sees is written here from now on. */
function openPhase(name: string): string {
  const place = mkdtempSync(at(`${name}-`));
  chmodSync(place, 0o777);
  writeFileSync(at("phase"), `${place}\n`);
  return place;
}

/** The crontabs of the packages, and lines that are hard to get right. */
const TRICKY = String.raw`
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

/** Every job runs each minute, and with a recorder in place of its shell. */
const prepare = (text: string) =>
  `SHELL=${at("rec/bin/sh")}\n${text.replace(TIMES, "$1* * * * *").replace(/^SHELL\s*=\s*(\S+)/gm, (_, shell) => `SHELL=${at("rec", shell)}`)}`;

function writeCrontabs(hasNicknames: boolean): void {
  for (const shell of ["bin/sh", "bin/bash"]) {
    mkdirSync(at("rec", path.dirname(shell)), { recursive: true });
    rmSync(at("rec", shell), { force: true });
    symlinkSync(at("recorder.pl"), at("rec", shell));
  }
  rmSync(at("cron.d"), { recursive: true, force: true });
  mkdirSync(at("cron.d"));
  const packaged = at("packages-of-debian/etc/cron.d");
  for (const name of readdirSync(packaged).filter((each) => !each.startsWith(".")))
    writeFileSync(at("cron.d", name), prepare(readFileSync(path.join(packaged, name), "utf8")));
  writeFileSync(at("cron.d/tricky"), prepare(TRICKY));
  writeFileSync(at("own"), prepare(TRICKY.replace(/^([ \t]*[*@].*?)(root|nobody)[ \t]+/gm, "$1")));
  if (hasNicknames) writeFileSync(at("cron.d/nickname"), prepare("@daily root echo daily\n"));
}

/** The files and users of a sandbox. Users that packages would make are there. */
const setUp = () => `
rm -f /etc/cron.d/* /etc/cron.d/.placeholder /var/spool/cron/crontabs/*; echo > /etc/crontab
cp ${at("cron.d")}/* /etc/cron.d/; chown root:root /etc/cron.d/*; chmod 644 /etc/cron.d/*
for user in amavis logcheck list munin news courier debian-tor cron; do grep -q "^$user:" /etc/passwd || echo "$user:*:$((64400 + $(wc -l < /etc/passwd))):65534::/nonexistent:/bin/sh" >> /etc/passwd; done
mkdir -p /var/spool/cron/crontabs; cp ${at("own")} /var/spool/cron/crontabs/root; chmod 600 /var/spool/cron/crontabs/root
cp ${at("sendmail")} /usr/sbin/sendmail; rm -f /etc/systemd/system/*.wants/*.timer /etc/anacrontab; rm -f /etc/cron.*ly/*
`;

const CRONS = {
  debian: { name: "Debian’s cron", install: "", start: "cron -f", process: "cron" },
  // Its daemon that takes the crontabs of users does not run here: only those of the system are tried.
  bcron: {
    name: "bcron",
    install: `rm -f /usr/sbin/cron; cp ${at("packages-of-debian/usr/sbin")}/bcron-* /usr/sbin/; cp -a ${at("packages-of-debian/usr/bin")}/*crontab /usr/local/bin/; rm -f /var/spool/cron/crontabs/root; mkdir -p /var/spool/cron/tmp; chmod 755 /var/spool/cron; chown -R nobody /var/spool/cron`,
    start: `bcron-start`,
    process: "bcron-sched",
  },
  busybox: {
    name: "busybox crond",
    install: `rm -f /usr/sbin/cron; cp ${at("bb/busybox")} /usr/sbin/busybox; ln -sf busybox /usr/sbin/crond`,
    start: "crond -f -l 9 -c /var/spool/cron/crontabs",
    process: "crond",
  },
};
type Kind = keyof typeof CRONS;

const TATTLE = `"${process.execPath}" ${at("tattle.mjs")}`;
const settings = () => ({ TATTLE_URL: apiUrl(), TATTLE_KEY: client.key });

/** Runs cron for a little more than two of its minutes, and waits until every job has ended and every report is sent. */
const runCron = (kind: Kind, place: string) => `
export LD_LIBRARY_PATH=${at("packages-of-debian/usr/lib")} BCRON_USER=nobody
${kind === "bcron" ? "bcron-update /etc/crontab /etc/cron.d & sleep 2" : ""}
env -i PATH=/usr/sbin:/usr/bin:/bin LD_LIBRARY_PATH="$LD_LIBRARY_PATH" BCRON_USER=nobody faketime -f '@2026-11-24 23:59:50 x6' ${CRONS[kind].start} &
unset LD_LIBRARY_PATH
sleep 20
pkill -o -x '${CRONS[kind].process}'
sleep 1
for i in $(seq 200); do pgrep -f 'rec/bin|tattle.mjs shell|sendmail' > /dev/null || break; sleep 0.3; done
sleep 1
ls ${place} | wc -l
`;

/** What each job has seen, and what cron has mailed. Only the headers of a mail name the line that we have added. */
function readPhase(place: string): { jobs: string[]; mails: string[] } {
  const names = readdirSync(place).sort();
  const read = (name: string) => readFileSync(path.join(place, name), "utf8");
  const isMail = (name: string) => name.startsWith("mail.");
  const mails = names
    .filter(isMail)
    .map((name) => read(name).replace(/^(X-Cron-Env: <SHELL=|Date:|Message-ID:).*$/gm, ""));
  return { jobs: names.filter((name) => !isMail(name)).map(read), mails: [...new Set(mails)].sort() };
}

describe.skipIf(missing !== null)("with real crons", () => {
  test.each(Object.keys(CRONS) as Kind[])(
    "the jobs of all crontabs see the same with and without the line: %s",
    async (kind) => {
      if (kind === "busybox") {
        mkdirSync(at("bb"), { recursive: true });
        if (!buildBusyboxCron(at("bb"))) return console.warn("busybox could not be built here.");
      }
      if (kind === "bcron" && unavailable.includes("bcron"))
        return console.warn("bcron could not be downloaded.");
      writeCrontabs(kind === "debian");
      const install = `${setUp()}${CRONS[kind].install}`;
      const bare = openPhase("bare");
      await sandbox.run(`${install}\n${runCron(kind, bare)}`);
      const watched = openPhase("watched");
      const output = await sandbox.run(`${TATTLE} discover --apply\n${runCron(kind, watched)}`, settings());
      const left = await sandbox.run(`cat /etc/cron.d/* | grep -c tattle-shell; ${TATTLE} undo`);
      const restored = await sandbox.run(
        `cd /etc/cron.d; for file in *; do cmp $file ${at("cron.d")}/$file; done; ${kind === "bcron" ? "" : `cmp /var/spool/cron/crontabs/root ${at("own")};`} ls /usr/local/bin | grep tattle-shell; true`,
      );

      const [one, other] = [readPhase(bare), readPhase(watched)];
      expect(one.jobs.length, output).toBeGreaterThan(kind === "busybox" ? 5 : 25);
      expect(other.jobs).toEqual(one.jobs);
      expect(other.mails).toEqual(one.mails);
      expect(restored, left).toBe("");
      const { body } = await readResponse(client.get("/v1/snitches"));
      const snitches = body as { name: string; last_run: { exit_status: string | null } | null }[];
      const silent = snitches.filter(({ last_run: run }) => run?.exit_status == null).map(({ name }) => name);
      // Not explained yet: under bcron in a sandbox, no report of users other than root arrives.
      if (kind !== "bcron") expect(silent).toEqual([]);
      console.info(
        `${kind}: ${one.jobs.length} jobs, ${one.mails.length} mails, ${snitches.length} snitches`,
      );
    },
    MINUTES_MS,
  );

  test(
    "a tattle-shell that is gone or cannot be run is replaced by the shell itself within a minute",
    async () => {
      writeFileSync(at("job"), `* * * * * nobody echo ran >> ${at("ran")}/$$\n`);
      mkdirSync(at("ran"));
      chmodSync(at("ran"), 0o777);
      const start = `faketime -f '@2026-11-24 23:59:50 x6' cron -f & sleep 30; pkill -o -x cron; sleep 1`;
      openPhase("guard");
      const setUpJob = `rm -f /etc/cron.d/*; cp ${at("job")} /etc/cron.d/job; ${TATTLE} discover --apply > /dev/null`;

      const gone = await sandbox.run(
        `${setUpJob}; rm /usr/local/bin/tattle-shell; ${start}; ls ${at("ran")} | wc -l; readlink /usr/local/bin/tattle-shell`,
        settings(),
      );
      const closed = await sandbox.run(
        `rm ${at("ran")}/*; rm /usr/local/bin/tattle-shell; echo > /usr/local/bin/tattle-shell; chmod 600 /usr/local/bin/tattle-shell; ${start}; ls ${at("ran")} | wc -l`,
      );
      const undone = await sandbox.run(
        `${TATTLE} undo > /dev/null; cmp /etc/cron.d/job ${at("job")}; ls /usr/local/bin/tattle-shell 2>&1; true`,
      );

      expect(gone).toMatch(/^[1-9]\d*\n\/bin\/sh\n$/);
      expect(closed).toMatch(/^[1-9]/);
      expect(undone).toContain("No such file");
    },
    MINUTES_MS,
  );

  test(
    "anacron runs the scripts of its folders as before, and each is reported",
    async () => {
      for (const [name, script] of [
        ["first", "echo out; echo $PATH; exit 3"],
        ["second", "echo err >&2"],
        ["third", ":"],
      ] as const) {
        mkdirSync(at("anacron"), { recursive: true });
        writeFileSync(at("anacron", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      }
      writeFileSync(
        at("anacrontab"),
        `SHELL=/bin/sh\nPATH=/usr/sbin:/usr/bin:/bin\n1\t0\tdaily\trun-parts --report ${at("anacron")}\n`,
      );
      const install = `rm -f /etc/cron.d/*; cp ${at("anacrontab")} /etc/anacrontab; cp ${at("sendmail")} /usr/sbin/sendmail; mkdir -p /var/spool/anacron`;
      const start =
        "anacron -f -n -d > /dev/null 2>&1; for i in $(seq 100); do pgrep -f 'tattle.mjs shell' > /dev/null || break; sleep 0.3; done";

      const bare = openPhase("anacron-bare");
      await sandbox.run(`${install}; ${start}`);
      const watched = openPhase("anacron-watched");
      const applied = await sandbox.run(
        `${TATTLE} discover --apply; ${start}; ${TATTLE} undo; cmp /etc/anacrontab ${at("anacrontab")} && echo same`,
        settings(),
      );

      expect(readPhase(bare).mails).toHaveLength(1);
      expect(readPhase(watched).mails).toEqual(readPhase(bare).mails);
      expect(applied).toContain("same");
      const { body } = await readResponse(client.get("/v1/snitches"));
      const runs = (body as { name: string; last_run: { exit_status: string } | null }[])
        .filter(({ name }) => name.startsWith("anacron/"))
        .map(({ name, last_run: run }) => [name.split(" ")[0], run?.exit_status]);
      expect(runs.sort()).toEqual([
        ["anacron/first", "1"],
        ["anacron/second", "0"],
        ["anacron/third", "0"],
      ]);
    },
    MINUTES_MS,
  );

  test(
    "somebody who is not root watches the own crontab, and nothing else, and gets it back",
    async () => {
      const own = '# mine\nMAILTO=""\n* * * * * echo hello\n';
      writeFileSync(at("crontab-of-user"), own);
      const begin = `rm -f /etc/cron.d/*; grep -q ^worker: /etc/passwd || echo 'worker:*:64321:64321::${at("home")}:/bin/sh' >> /etc/passwd; mkdir -p ${at("home")}; chown 64321:64321 ${at("home")}`;
      const asWorker = (command: string) =>
        `setpriv --reuid 64321 --regid 64321 --init-groups env HOME=${at("home")} sh -c '${command}'`;
      openPhase("own");

      const said = await sandbox.run(
        `${begin}
${asWorker(`crontab ${at("crontab-of-user")}; ${TATTLE} discover --apply; crontab -l`)}
faketime -f '@2026-11-24 23:59:50 x6' cron -f & sleep 12; pkill -o -x cron
for i in $(seq 100); do pgrep -f 'tattle.mjs shell' > /dev/null || break; sleep 0.3; done
${asWorker(`${TATTLE} undo; crontab -l | cmp - ${at("crontab-of-user")} && echo same`)}`,
        settings(),
      );

      expect(said).toContain(`SHELL=${at("home")}/.local/bin/tattle-shell\nMAILTO=""`);
      expect(said).toContain("same");
      const { body } = await readResponse(client.get("/v1/snitches"));
      expect(body).toMatchObject([{ status: "healthy", last_run: { exit_status: "0" } }]);
    },
    MINUTES_MS,
  );

  test(
    "a machine with 300 lines is watched in less than ten seconds",
    async () => {
      writeFileSync(
        at("many"),
        Array.from({ length: 300 }, (_, i) => `${i % 60} 3 * * * root /srv/job-${i}\n`).join(""),
      );

      const said = await sandbox.run(
        `rm -f /etc/cron.d/*; cp ${at("many")} /etc/cron.d/many; before=$(date +%s%N); ${TATTLE} discover --apply | head -1; echo $(( ($(date +%s%N) - before) / 1000000 )) ms`,
        settings(),
      );

      console.info(said);
      expect(said).toMatch(/^30\d jobs are watched/);
      expect(Number(/(\d+) ms/.exec(said)?.[1])).toBeLessThan(10_000);
    },
    MINUTES_MS,
  );
});
