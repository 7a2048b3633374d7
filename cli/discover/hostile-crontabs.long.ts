import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cronsIn, runCron } from "@/testing/cron/crons";
import { CRON_TIMEOUT_MS, missing, runTestMachine } from "@/testing/cron/test-machine";

const machine = runTestMachine();
const { at, tattle } = machine;
const { debian } = cronsIn(machine.folder);

const SEED = Number(process.env.TEST_SEED ?? 17);
const SPOOL = "/var/spool/cron/crontabs";

/** Writes down as whom it runs, in the words of the person who runs it. */
const payload = (name: string) => `id -u >> ${at("ran", name)}`;

/** Values with which a user tries to have root run something. */
const SHELLS = [
  `/bin/sh; ${payload("semicolon")} #`,
  `/bin/sh $(${payload("substitution")})`,
  `/bin/sh \`${payload("backquotes")}\``,
  `/bin/sh' ; ${payload("quote")} ; '`,
  `/bin/sh" ; ${payload("double")} ; "`,
  `/bin/sh%${payload("percent")}%`,
  `/bin/sh /x || ${payload("or")} ||`,
  "/etc/../bin/sh",
  "+bin+bash",
  "/tmp/own-shell",
  "/bin/bash",
];

const word = fc.oneof(fc.constantFrom(...SHELLS), fc.string({ unit: "binary", maxLength: 20 }));
const line = fc.oneof(
  word.map((value) => `SHELL=${value}`),
  fc
    .tuple(fc.constantFrom("PATH", "HOME", "MAILTO", "LANG", "TATTLE_STATE_DIR"), word)
    .map(([name, value]) => `${name}=${value}`),
  word.map((command) => `* * * * * : ${command}`),
);
const crontabs = fc.sample(fc.array(line, { minLength: 1, maxLength: 6 }), { numRuns: 40, seed: SEED });
/** Without bytes at which cron gives a file up. */
const clean = (text: string) => text.replace(/[\0\n\r]/g, "");

const OLD_GUARD = `# Written by \`tattle discover --apply\`; \`tattle undo\` removes it. If tattle-shell is missing or cannot be run, the shell itself takes its place.
SHELL=/bin/sh
* * * * * root [ -n "$(find -L /usr/local/bin/tattle-shell-x -perm -555 2>/dev/null)" ] || ln -sfn ${SHELLS[0]} /usr/local/bin/tattle-shell-x
`;

/** Two users and root. `own` and `random` become the crontabs of two users. */
const setUp = (own: string, random: string) => {
  mkdirSync(at("ran"), { recursive: true });
  chmodSync(at("ran"), 0o777);
  writeFileSync(at("own"), own);
  writeFileSync(at("random"), random);
  writeFileSync(at("of-root"), `SHELL=/bin/bash\n* * * * * [[ a == a ]] && ${payload("root-job")}\n`);
  const user = (name: string, uid: number) =>
    `grep -q ^${name}: /etc/passwd || echo "${name}:*:${uid}:${uid}::/tmp:/bin/sh" >> /etc/passwd`;
  const install = (file: string, name: string) =>
    `cp ${at(file)} ${SPOOL}/${name}; chown ${name} ${SPOOL}/${name}; chmod 600 ${SPOOL}/${name}`;
  return `
rm -f /etc/cron.d/* /etc/cron.d/.placeholder /etc/anacrontab /etc/cron.*ly/* /etc/systemd/system/*.wants/*.timer; echo > /etc/crontab
${user("mallory", 64_401)}; ${user("eve", 64_402)}
mkdir -p ${SPOOL}; rm -f ${SPOOL}/*
printf '#!/bin/sh\\n${payload("own-shell")}\\n' > /tmp/own-shell; chmod 755 /tmp/own-shell
${install("of-root", "root")}; ${install("own", "mallory")}; ${install("random", "eve")}`;
};

const LIST_RUN = `grep -Hx 0 ${at("ran")}/* || true; rm -f ${at("ran")}/*`;
const COMPARE = `cmp ${SPOOL}/mallory ${at("own")}; cmp ${SPOOL}/eve ${at("random")}; cmp ${SPOOL}/root ${at("of-root")}; ls /etc/cron.d`;

describe.skipIf(missing !== null)("with real cron", () => {
  test(
    "whatever two users write into their crontabs, root runs the own job and nothing of theirs",
    async () => {
      const own = SHELLS.map((shell) => `SHELL=${shell}\n* * * * * true\n`).join("");
      const random = `* * * * * true\n${crontabs.map((lines) => lines.map(clean).join("\n")).join("\n")}\n`;

      const output = await machine.run(
        `${setUp(own, random)}\n${tattle} discover; ${tattle} discover --apply\n${runCron(debian, 3)}\n${LIST_RUN}`,
        machine.settings(),
      );
      const undone = await machine.run(`${tattle} undo > /dev/null\n${COMPARE}`);

      expect(output).toContain("mallory: This file is not watched, because line 2 runs with a shell");
      expect(output.match(/ran\/[\w-]+(?=:0)/g)).toEqual(expect.arrayContaining(["ran/root-job"]));
      expect(output.match(/ran\/(?!root-job)[\w-]+(?=:0)/g)).toBeNull();
      expect(undone).toBe("");
    },
    CRON_TIMEOUT_MS,
  );

  test.each(["discover --apply", "undo"])(
    "what version 0.2.0 wrote is mended by tattle %s",
    async (command) => {
      writeFileSync(at("guard"), OLD_GUARD);

      const before = await machine.run(
        `${setUp("", "")}\ncp ${at("guard")} /etc/cron.d/tattle; chmod 644 /etc/cron.d/tattle\n${runCron(debian, 2)}\n${LIST_RUN}`,
      );
      const output = await machine.run(
        `${tattle} discover; ${tattle} ${command}\n${runCron(debian, 2)}\n${LIST_RUN}\n${tattle} undo > /dev/null; ${COMPARE}`,
        machine.settings(),
      );

      expect(before).toContain("ran/semicolon:0");
      expect(output).toContain("/etc/cron.d/tattle: Version 0.2.0 wrote it");
      expect(output).not.toContain("ran/semicolon");
      expect(output).not.toContain("differ");
    },
    CRON_TIMEOUT_MS,
  );
});
