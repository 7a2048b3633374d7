import { expect, test } from "vitest";
import { anacronTerms, parseAnacrontab } from "./anacrontab";
import { canSplit, findRunPartsCall, isRunPartsName } from "./run-parts";

test.each([
  ["cd / && run-parts --report /etc/cron.hourly", "/etc/cron.hourly"],
  ["test -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }", "/etc/cron.daily"],
  ["run-parts /opt/jobs/", "/opt/jobs"],
  ["/usr/bin/run-parts --lsbsysinit /x", "/x"],
])("%s runs the scripts of %s", (command, folder) => {
  expect(findRunPartsCall(command)?.folder).toBe(folder);
});

test.each(["echo run-parts", "my-run-parts /x", "backup"])("%s runs no folder", (command) => {
  expect(findRunPartsCall(command)).toBeNull();
});

test.each([
  ["man-db", true],
  ["0anacron", true],
  ["backup.sh", false],
  [".placeholder", false],
  ["x.dpkg-old", false],
  ["a b", false],
])("run-parts runs a file called %s: %s", (name, runs) => {
  expect(isRunPartsName(name)).toBe(runs);
});

test.each([
  ["run-parts --report /etc/cron.daily", true],
  ["run-parts --umask=022 --arg=x /x", true],
  ["run-parts --lsbsysinit /x", false],
  ["run-parts --exit-on-error /x", false],
  ["run-parts --regex=^y$ /x", false],
  ["/bin/run-parts /x", false],
])("%s is reported script by script: %s", (command, expected) => {
  const call = findRunPartsCall(command);

  expect(call && canSplit(command, call)).toBe(expected);
});

test("an anacrontab has periods, delays, names and commands, and a wrong line is listed", () => {
  const { jobs, wrong } = parseAnacrontab(
    "# c\nSHELL=/bin/sh\nPATH=/bin\n1\t5\tcron.daily\trun-parts --report /etc/cron.daily\n@monthly 15 m run \\\n  it\nnonsense\n",
  );

  expect(jobs.map(({ line, periodDays, id, command }) => [line, periodDays, id, command])).toEqual([
    [4, 1, "cron.daily", "run-parts --report /etc/cron.daily"],
    [6, 31, "m", "run   it"],
  ]);
  expect(wrong).toEqual([
    { line: 7, text: "nonsense", message: "A line needs a period, delay, name and command." },
  ]);
});

test("a job of anacron may be late by as long as the machine may be off in its day", () => {
  expect(anacronTerms(1)).toEqual({ schedule: "every 1 day", grace: 43_200 });
  expect(anacronTerms(7)).toEqual({ schedule: "every 7 days", grace: 86_400 });
});
