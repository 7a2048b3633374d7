import { expect, test } from "vitest";
import { parseCrontabLine } from "@/lib/rules/schedule/crontab-line";
import { withJob } from "./with-job";

const EXAMPLE = "CRON_TZ=Europe/Riga\n0 3 * * * /path/to/job && curl https://in.example.com/c0ffee";

test.each([
  ["0 3 * * * /usr/bin/backup --all", "0 3 * * * /usr/bin/backup --all && curl"],
  [
    "0  3 * * * root /usr/bin/backup >/dev/null 2>&1",
    "0 3 * * * root /usr/bin/backup >/dev/null 2>&1 && curl",
  ],
  ["0 3 * * * cd /srv; ./backup | tee $$", "0 3 * * * (cd /srv; ./backup | tee $$) && curl"],
  ["0 3 * * * backup \\%F &> log", "0 3 * * * backup \\%F &> log && curl"],
])("the job of “%s” replaces that of the example", (pasted, expected) => {
  const line = parseCrontabLine(pasted);

  expect(line && withJob(EXAMPLE, line)).toContain(
    `CRON_TZ=Europe/Riga\n${expected} https://in.example.com/`,
  );
});

test.each(["0 4 * * * /usr/bin/backup", "0 3 * * * mail ada%Hello"])("“%s” changes nothing", (pasted) => {
  const line = parseCrontabLine(pasted);

  expect(line && withJob(EXAMPLE, line)).toBe(EXAMPLE);
});
