import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { cronsIn, runCron } from "@/testing/cron/crons";
import { prepareCrontab, TRICKY } from "@/testing/cron/crontabs";
import { type Recorded, Recorder, readRecorded } from "@/testing/cron/recorded-jobs";
import { CRON_TIMEOUT_MS, missing, type ReportedSnitch, runTestMachine } from "@/testing/cron/test-machine";

const machine = runTestMachine();
const { at } = machine;
const { debian } = cronsIn(machine.folder);

/** In the sandbox, so that a script can break it. */
const PROGRAM = "/usr/local/lib/tattle/tattle.mjs";
const SHELL = "/usr/local/bin/tattle-shell";
const tattle = `"${process.execPath}" ${PROGRAM}`;

let recorder: Recorder;

beforeAll(() => {
  if (!missing) recorder = new Recorder(machine.folder);
});

/** A machine with one crontab, in place of those that it has. */
const setUp = (crontab: string) => {
  writeFileSync(at("crontab"), crontab);
  return `
rm -f /etc/cron.d/* /etc/cron.d/.placeholder /var/spool/cron/crontabs/* /etc/anacrontab /etc/cron.*ly/* /etc/systemd/system/*.wants/*.timer; echo > /etc/crontab
cp ${at("crontab")} /etc/cron.d/job; mkdir -p ${PROGRAM.replace(/\/[^/]*$/, "")}; cp ${at("tattle.mjs")} ${PROGRAM}
${recorder ? recorder.install : ""}
`;
};

let recorded: Recorded | null = null;

/** What the tricky jobs see and cron mails without us, recorded once. */
async function recordBare(): Promise<Recorded> {
  if (recorded) return recorded;
  const place = recorder.begin("bare");
  await machine.run(`${setUp(prepareCrontab(TRICKY, recorder))}\n${runCron(debian, 1)}`);
  recorded = readRecorded(place);
  return recorded;
}

/** Where jobs leave files. */
function makeOpenFolder(name: string): string {
  mkdirSync(at(name), { recursive: true });
  chmodSync(at(name), 0o777);
  return at(name);
}

const format = ({ name, schedule, last_run: run }: ReportedSnitch) =>
  `${name.split(" on ")[0]}: ${schedule}, ran: ${run?.exit_status === "0" ? "yes" : "no"}`;

describe.skipIf(missing !== null)("with Debian’s cron", () => {
  test.each([
    ["tattle is missing", `rm ${PROGRAM}`],
    ["tattle is killed", `echo 'process.kill(process.pid, "SIGKILL")' > ${PROGRAM}`],
    ["tattle cannot be read", `chmod 000 ${PROGRAM}`],
    ["what tattle knows is broken", "for file in /var/lib/tattle/jobs/*; do echo '{' > $file; done"],
    [
      "nothing can be written",
      "mount --bind /var/lib/tattle /var/lib/tattle; mount -o remount,bind,ro /var/lib/tattle",
    ],
  ])(
    "every job runs as before, and cron mails the same, if %s",
    async (_, breakIt) => {
      const bare = await recordBare();
      const broken = recorder.begin("broken");
      const said = await machine.run(
        `${setUp(prepareCrontab(TRICKY, recorder))}\n${tattle} discover --apply\n${breakIt}\n${runCron(debian, 1)}`,
        machine.settings(),
      );

      expect(said).toContain("written: /etc/cron.d/job");
      expect(bare.jobs.length).toBeGreaterThan(5);
      expect(readRecorded(broken)).toEqual(bare);
    },
    CRON_TIMEOUT_MS,
  );

  test(
    "every job runs as before while the server is unavailable, and each run is reported once it is back",
    async () => {
      const bare = await recordBare();
      const away = recorder.begin("away");
      writeFileSync(at("cron-script"), runCron(debian, 1));
      const said = await machine.run(
        `${setUp(prepareCrontab(TRICKY, recorder))}\n${tattle} discover --apply\nunshare --net bash ${at("cron-script")}`,
        machine.settings(),
      );
      const before = await machine.listSnitches();
      await machine.run(`${tattle} flush`, machine.settings());
      const after = await machine.listSnitches();

      expect(said).toContain("written: /etc/cron.d/job");
      expect(readRecorded(away)).toEqual(bare);
      expect(before.map(({ status }) => status)).toEqual(before.map(() => "pending"));
      expect(after.filter(({ last_run: run }) => !run?.exit_status)).toEqual([]);
      expect(after.map(({ running }) => running)).toEqual(after.map(() => 0));
    },
    CRON_TIMEOUT_MS,
  );

  test(
    "a tattle-shell that no longer exists or cannot be run is replaced by the shell itself within a minute",
    async () => {
      const ran = makeOpenFolder("ran");
      recorder.begin("guard");
      const install = setUp(`* * * * * nobody echo ran >> ${ran}/$$\n`);

      const gone = await machine.run(
        `${install}\n${tattle} discover --apply > /dev/null; rm ${SHELL}\n${runCron(debian, 3)}\nls ${ran} | wc -l; readlink ${SHELL}`,
        machine.settings(),
      );
      const closed = await machine.run(
        `rm ${ran}/*; rm ${SHELL}; echo > ${SHELL}; chmod 600 ${SHELL}\n${runCron(debian, 3)}\nls ${ran} | wc -l`,
      );
      const undone = await machine.run(
        `${tattle} undo > /dev/null; cmp /etc/cron.d/job ${at("crontab")}; ls ${SHELL} 2>&1; true`,
      );

      expect(gone).toMatch(/^[1-9]\d*\n\/bin\/sh\n$/);
      expect(closed).toMatch(/^[1-9]/);
      expect(undone).toContain("No such file");
    },
    CRON_TIMEOUT_MS,
  );

  test.each([
    ["the script that cron started", "pkill -9 -o -f", "4"],
    ["every process of tattle-shell", "pkill -9 -f", ""],
  ])(
    "a job runs to its end if %s is killed",
    async (_, kill, status) => {
      const ended = makeOpenFolder("ended");
      recorder.begin("killed");
      const file = `${ended}/${status}`;
      const killing = `(for i in $(seq 300); do [ -e ${file}.began ] && break; sleep 0.1; done; ${kill} '^/bin/sh ${SHELL}') &`;

      await machine.run(
        `${setUp(`* * * * * nobody [ -e ${file}.began ] || { touch ${file}.began; sleep 4; touch ${file}; exit 4; }\n`)}
${tattle} discover --apply; ${killing} ${runCron(debian, 1)}
for i in $(seq 100); do [ -e ${file} ] && break; sleep 0.1; done
for i in $(seq 100); do pgrep -f '${PROGRAM} shell' > /dev/null || break; sleep 0.3; done`,
        machine.settings(),
      );

      expect(existsSync(file)).toBe(true);
      const [snitch] = await machine.listSnitches();
      // Who kills all of it at once may kill what would have said that the job has begun.
      expect(snitch?.last_run?.exit_status ?? "").toBe(status);
    },
    CRON_TIMEOUT_MS,
  );

  test(
    "a line that is new gets its snitch at its first run, and one that changed tells its own what is new",
    async () => {
      recorder.begin("changed");
      const worker = "worker:*:64321:64321::/tmp:/bin/sh";
      const own = `printf '* * * * * echo one\\n*/1 * * * * echo two\\n' | crontab -u worker -`;
      await machine.run(
        `${setUp("0 3 * * * nobody echo kept\n")}
grep -q ^worker: /etc/passwd || echo '${worker}' >> /etc/passwd; ${own}; ${tattle} discover --apply`,
        machine.settings(),
      );
      const before = await machine.listSnitches();
      const later = await machine.run(
        `sed -i 's/^0 3/* */; $a * * * * * nobody echo new' /etc/cron.d/job
crontab -u worker -l | sed 's/echo two/echo three/; $a * * * * * echo four' | crontab -u worker -
${runCron(debian, 2)}
${tattle} discover --apply; ${tattle} discover`,
        machine.settings(),
      );
      const after = await machine.listSnitches();

      expect(before.map(format).sort()).toEqual([
        "echo kept: 0 3 * * *, ran: no",
        "echo one: * * * * *, ran: no",
        "echo two: */1 * * * *, ran: no",
      ]);
      // The name is that from before: people may have changed it.
      expect(after.map(format).sort()).toEqual([
        "echo four: * * * * *, ran: yes",
        "echo kept: * * * * *, ran: yes",
        "echo new: * * * * *, ran: yes",
        "echo one: * * * * *, ran: yes",
        "echo two: */1 * * * *, ran: yes",
      ]);
      expect(later).toMatch(/5 jobs are watched, 0 of them new/);
      expect(later).not.toContain("No longer in any file");
    },
    CRON_TIMEOUT_MS,
  );
});
