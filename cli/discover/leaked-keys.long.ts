import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "@/app/v1/operations";
import { cronsIn, runCron } from "@/testing/cron/crons";
import { CRON_TIMEOUT_MS, missing, runTestMachine } from "@/testing/cron/test-machine";
import { readResponse, send } from "@/testing/requests";

const machine = runTestMachine();
const { at, tattle } = machine;
const { debian } = cronsIn(machine.folder);

const CRONTAB = "0 1 * * * root echo one\n0 2 * * * root echo two\n* * * * * nobody echo hers\n";
const SPOOL = "/var/lib/tattle/users/nobody/spool";

/** Collects everything the user `nobody` can read: what `--apply` wrote, and, while root delivers, the environments of its processes. */
const spy = (file: string) => `
env -i PATH="$PATH" setpriv --reuid 65534 --regid 65534 --clear-groups bash -c '
  : > ${at("open", file)}
  cat /var/lib/tattle/jobs/nobody.json /etc/cron.d/* /usr/local/bin/tattle-shell* /usr/local/lib/tattle/* >> ${at("open", file)} 2> /dev/null
  find /var/lib/tattle/ -type f -readable -exec cat {} + >> ${at("open", file)} 2> /dev/null
  mkdir -p -m 700 ${SPOOL}; touch ${SPOOL}/x.report
  while :; do cat /proc/[0-9]*/environ >> ${at("open", file)} 2> /dev/null; done' &
spying=$!
${runCron(debian, 2)}
kill $spying`;

const setUp = () => {
  mkdirSync(at("open"), { recursive: true });
  chmodSync(at("open"), 0o777);
  writeFileSync(at("crontab"), CRONTAB);
  return `rm -f /etc/cron.d/* /etc/cron.d/.placeholder /var/spool/cron/crontabs/* /etc/anacrontab /etc/cron.*ly/* /etc/systemd/system/*.wants/*.timer; echo > /etc/crontab
cp ${at("crontab")} /etc/cron.d/job`;
};

const readLoot = (file: string) => {
  const text = readFileSync(at("open", file), "latin1");
  return {
    keys: [...new Set(text.match(/tattle_[\dA-Za-z]{28}/g))],
    tokens: [...new Set(text.match(/(?<=https?:\/\/[^/\s"]+\/)[\da-f]{16}/g))],
  };
};

describe.skipIf(missing !== null)("with real cron", () => {
  test(
    "a user whose jobs root has watched finds no key, and the check-in URLs of the own jobs alone",
    async () => {
      await machine.run(`${setUp()}\n${tattle} discover --apply\n${spy("loot")}`, machine.settings());
      const snitches = await machine.listSnitches();
      const own = snitches.filter(({ name }) => name.startsWith("echo hers")).map(({ token }) => token);

      const { keys, tokens } = readLoot("loot");
      const opened: string[] = [];
      for (const key of keys)
        for (const { method, path } of OPERATIONS.filter(({ isPublic }) => !isPublic))
          for (const { slug, token } of snitches) {
            const url = path.replace("{slug}", slug).replace("{token}", token);
            const body = method === "PUT" ? { snitches: [{ slug }, { slug: "made-by-nobody" }] } : undefined;
            const { status } = await readResponse(send(method, url, { key, body }));
            if (status < 300) opened.push(`${method} ${url}: ${status}`);
          }

      expect(opened).toEqual([]);
      expect(keys).toEqual([]);
      expect(tokens).toEqual(own);
      expect(snitches.find(({ token }) => own.includes(token))).toMatchObject({ status: "healthy" });
    },
    CRON_TIMEOUT_MS,
  );
});
