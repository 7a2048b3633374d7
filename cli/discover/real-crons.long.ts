import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { cronsIn, runCron } from "@/testing/cron/crons";
import { writeCrontabs } from "@/testing/cron/crontabs";
import { installBusyboxCron, PACKAGES, unpackPackages } from "@/testing/cron/programs";
import { Recorder, readRecorded } from "@/testing/cron/recorded-jobs";
import { CRON_TIMEOUT_MS, missing, runTestMachine } from "@/testing/cron/test-machine";

const machine = runTestMachine();
const { at, tattle } = machine;
const crons = cronsIn(machine.folder);
type Kind = keyof typeof crons;

const PACKAGED = at("packages-of-debian");
let absent: string[] = [];
let recorder: Recorder;

beforeAll(() => {
  if (missing) return;
  recorder = new Recorder(machine.folder);
  absent = unpackPackages([...PACKAGES, "bcron", "libbg2", "ucspi-unix"], PACKAGED);
  if (!installBusyboxCron(machine.folder)) absent.push("busybox");
}, CRON_TIMEOUT_MS);

/** The files and users of a sandbox. Users that packages would make are there. */
const setUp = ({ install, services, writeOwn }: (typeof crons)[Kind]) => `
rm -f /etc/cron.d/* /etc/cron.d/.placeholder /var/spool/cron/crontabs/* /etc/anacrontab /etc/cron.*ly/*; echo > /etc/crontab
rm -f /etc/systemd/system/*.wants/*.timer
cp ${at("cron.d")}/* /etc/cron.d/; chown root:root /etc/cron.d/*; chmod 644 /etc/cron.d/*
for user in amavis logcheck list munin news courier debian-tor cron; do grep -q "^$user:" /etc/passwd || echo "$user:*:$((64400 + $(wc -l < /etc/passwd))):65534::/nonexistent:/bin/sh" >> /etc/passwd; done
mkdir -p /var/spool/cron/crontabs; ${recorder.install}
${install}
${services}
${writeOwn}
`;

describe.skipIf(missing !== null)("with real crons", () => {
  test.each(Object.keys(crons) as Kind[])(
    "the jobs of all crontabs see the same with and without the line: %s",
    async (kind) => {
      const cron = crons[kind];
      if (absent.includes(kind)) return console.warn(`${cron.name} could not be had here.`);
      const packaged = path.join(PACKAGED, "etc/cron.d");
      writeCrontabs(machine.folder, { packaged, hasNicknames: kind === "debian", recorder });

      const bare = recorder.begin("bare");
      await machine.run(`${setUp(cron)}\n${runCron(cron, 2)}`);
      const watched = recorder.begin("watched");
      const output = await machine.run(
        `${cron.services}\n${tattle} discover --apply\n${tattle} discover\n${runCron(cron, 2)}`,
        machine.settings(),
      );
      const restored = await machine.run(`${cron.services}
${tattle} undo > /dev/null
cd /etc/cron.d; for file in *; do cmp $file ${at("cron.d")}/$file; done
${cron.printOwn} | cmp - ${at("own")}; ls /usr/local/bin | grep tattle-shell; true`);

      const [one, other] = [readRecorded(bare), readRecorded(watched)];
      expect(one.jobs.length, output).toBeGreaterThan(kind === "busybox" ? 5 : 25);
      expect(other.jobs).toEqual(one.jobs);
      expect(other.mails).toEqual(one.mails);
      expect(restored).toBe("");
      const snitches = await machine.listSnitches();
      const missing = snitches.filter(({ last_run: run }) => !run?.exit_status).map(({ name }) => name);
      expect(missing).toEqual([]);
      if (kind === "bcron")
        expect(output).toContain("bcron runs no job of nobody, because the home directory");
      console.info(
        `${cron.name}: ${one.jobs.length} jobs, ${one.mails.length} mails, ${snitches.length} snitches`,
      );
    },
    CRON_TIMEOUT_MS,
  );
});
