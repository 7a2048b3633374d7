import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { cronsIn, runCron } from "@/testing/cron/crons";
import { Recorder, readRecorded } from "@/testing/cron/recorded-jobs";
import { CRON_TIMEOUT_MS, missing, runTestMachine } from "@/testing/cron/test-machine";

const machine = runTestMachine();
const { at, tattle } = machine;
const { debian } = cronsIn(machine.folder);

let recorder: Recorder;

beforeAll(() => {
  if (!missing) recorder = new Recorder(machine.folder);
});

describe.skipIf(missing !== null)("a whole machine", () => {
  test(
    "anacron runs the scripts of its folders as before, and each is reported",
    async () => {
      mkdirSync(at("anacron"), { recursive: true });
      const write = (name: string, script: string) =>
        writeFileSync(at("anacron", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      write("first", "echo out; echo $PATH; exit 3");
      write("second", "echo err >&2");
      write("third", ":");
      writeFileSync(
        at("anacrontab"),
        `SHELL=/bin/sh\nPATH=/usr/sbin:/usr/bin:/bin\n1\t0\tdaily\trun-parts --report ${at("anacron")}\n`,
      );
      const install = `rm -f /etc/cron.d/*; cp ${at("anacrontab")} /etc/anacrontab; ${recorder.install}; mkdir -p /var/spool/anacron`;
      const start =
        "anacron -f -n -d > /dev/null 2>&1; for i in $(seq 100); do pgrep -f 'tattle.mjs shell' > /dev/null || break; sleep 0.3; done";

      const bare = recorder.begin("anacron-bare");
      await machine.run(`${install}; ${start}`);
      const watched = recorder.begin("anacron-watched");
      const applied = await machine.run(
        `${tattle} discover --apply; ${start}; ${tattle} undo; cmp /etc/anacrontab ${at("anacrontab")} && echo same`,
        machine.settings(),
      );

      expect(readRecorded(bare).mails).toHaveLength(1);
      expect(readRecorded(watched).mails).toEqual(readRecorded(bare).mails);
      expect(applied).toContain("same");
      const runs = (await machine.listSnitches())
        .filter(({ name }) => name.startsWith("anacron/"))
        .map(({ name, last_run: run }) => [name.split(" ")[0], run?.exit_status]);
      expect(runs.sort()).toEqual([
        ["anacron/first", "1"],
        ["anacron/second", "0"],
        ["anacron/third", "0"],
      ]);
    },
    CRON_TIMEOUT_MS,
  );

  test(
    "someone who is not root watches the own crontab, and nothing else, and gets it back",
    async () => {
      const own = '# mine\nMAILTO=""\n* * * * * echo hello\n';
      writeFileSync(at("crontab-of-user"), own);
      const begin = `rm -f /etc/cron.d/*; grep -q ^worker: /etc/passwd || echo 'worker:*:64321:64321::${at("home")}:/bin/sh' >> /etc/passwd; mkdir -p ${at("home")}; chown 64321:64321 ${at("home")}`;
      const asWorker = (command: string) =>
        `setpriv --reuid 64321 --regid 64321 --init-groups env HOME=${at("home")} sh -c '${command}'`;
      recorder.begin("own");

      const said = await machine.run(
        `${begin}
${asWorker(`crontab ${at("crontab-of-user")}; ${tattle} discover --apply; crontab -l`)}
${runCron(debian, 1)}
${asWorker(`${tattle} undo; crontab -l | cmp - ${at("crontab-of-user")} && echo same`)}`,
        machine.settings(),
      );

      expect(said).toContain(`SHELL=${at("home")}/.local/bin/tattle-shell\nMAILTO=""`);
      expect(said).toContain("same");
      expect(await machine.listSnitches()).toMatchObject([
        { status: "healthy", last_run: { exit_status: "0" } },
      ]);
    },
    CRON_TIMEOUT_MS,
  );

  test(
    "a machine with 300 lines is watched",
    async () => {
      writeFileSync(
        at("many"),
        Array.from({ length: 300 }, (_, i) => `${i % 60} 3 * * * root /srv/job-${i}\n`).join(""),
      );

      const said = await machine.run(
        `rm -f /etc/cron.d/*; cp ${at("many")} /etc/cron.d/many; ${tattle} discover --apply | head -1`,
        machine.settings(),
      );

      expect(said).toMatch(/^30\d jobs are watched/);
    },
    CRON_TIMEOUT_MS,
  );
});
