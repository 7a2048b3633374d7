import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAssignment } from "./assignment";
import { readCommand, splitComment } from "./command";
import { findFileProblem, parseCrontab } from "./crontab";

const USERS = ["root", "nobody", "www-data"];
const hasUser = (name: string) => USERS.includes(name);
const SYSTEM = { kind: "debian" as const, owner: null, hasUser };
const OF_ROOT = { kind: "debian" as const, owner: "root", hasUser };

test.each([
  ["A=b", "A", "b"],
  ["  A = b c  ", "A", "b c"],
  [`A = 'q" r'`, "A", `q" r`],
  [`"B C"="d e"  `, "B C", "d e"],
  ["EMPTY=", "EMPTY", ""],
  ["MAILTO=''", "MAILTO", ""],
  ["PATH=/bin:/usr/bin", "PATH", "/bin:/usr/bin"],
])("%s sets %s to “%s”", (line, name, value) => {
  expect(parseAssignment(line)).toEqual({ name, value });
});

test.each(["* * * * * A=b c", "0 3 * * * x = y", `A="b" c`, "@daily A=b", "", "A b = c"])(
  "%s sets nothing",
  (line) => {
    expect(parseAssignment(line)).toBeNull();
  },
);

test.each([
  ["debian", String.raw`echo a\%b c\\d%in%put\%x`, String.raw`echo a%b c\d`, "in\nput%x\n"],
  ["cronie", String.raw`echo a\%b c\\d`, String.raw`echo a%b c\\d`, null],
  ["bcron", "date +%F", "date +%F", null],
  ["busybox", "date +%F", "date +%F", null],
] as const)("%s runs %s as its manual and a trial say", (kind, written, command, input) => {
  expect(readCommand(written, kind)).toEqual({ command, input });
});

test.each([
  ["backup # tattle: file=/backup/db.dump", "backup", "/backup/db.dump"],
  ["backup\t#tattle:file=/my files/*.dump", "backup", "/my files/*.dump"],
  ["backup # nightly # tattle: file=/b", "backup # nightly", "/b"],
  ["backup # nightly", "backup # nightly", null],
  ["backup # tattle: file=", "backup # tattle: file=", null],
  ["backup# tattle: file=/b", "backup# tattle: file=/b", null],
])("“%s” is the job “%s”, and measures %s", (text, command, file) => {
  expect(splitComment(text)).toEqual({ command, file });
  const line = `0 3 * * * ${text}\n`;
  expect(parseCrontab(line, OF_ROOT).jobs).toMatchObject([{ command }]);
});

test("a system crontab has a user in each line, and the crontab of a user has none", () => {
  const system = parseCrontab("17 *\t* * *\troot    cd / && run-parts --report /etc/cron.hourly\n", SYSTEM);
  const own = parseCrontab("@Daily\tbackup --all\n", OF_ROOT);

  expect(system.jobs).toEqual([
    {
      line: 1,
      schedule: "17 * * * *",
      zone: null,
      user: "root",
      command: "cd / && run-parts --report /etc/cron.hourly",
      input: null,
      shell: "/bin/sh",
    },
  ]);
  expect(own.jobs).toMatchObject([{ schedule: "@daily", user: "root", command: "backup --all" }]);
});

test("each line has the shell that is set above it, and the zone if its cron knows one", () => {
  const text = "0 1 * * * a\nSHELL=/bin/bash\nCRON_TZ=Europe/Riga\n0 2 * * * b\n";

  const debian = parseCrontab(text, OF_ROOT).jobs;
  const cronie = parseCrontab(text, { ...OF_ROOT, kind: "cronie" }).jobs;

  expect(debian.map(({ shell, zone }) => [shell, zone])).toEqual([
    ["/bin/sh", null],
    ["/bin/bash", null],
  ]);
  expect(cronie.map(({ zone }) => zone)).toEqual([null, "Europe/Riga"]);
});

test("what runs at no set time, is commented out, or is wrong is listed with its line", () => {
  const text = [
    "# m h dom mon dow command",
    "# * * * * *  user-name command to be executed",
    "#0 3 * * * root /opt/old",
    "@reboot root /opt/start",
    "60 * * * * root /opt/never",
    "0 3 * * * nosuch /opt/x",
    "30 3 * *",
  ].join("\n");

  const { jobs, skipped } = parseCrontab(text, SYSTEM);

  expect(jobs).toEqual([]);
  expect(skipped).toEqual([
    { line: 3, text: "0 3 * * * root /opt/old", because: "commented out", message: "It is commented out." },
    expect.objectContaining({ line: 4, because: "reboot" }),
    {
      line: 5,
      text: "60 * * * * root /opt/never",
      because: "wrong",
      message: "Its schedule minute must be 0–59.",
    },
    expect.objectContaining({ line: 6, message: "There is no user nosuch." }),
    expect.objectContaining({ line: 7, because: "wrong" }),
  ]);
});

test("a range that descends makes no time in Debian’s cron, which reads the other lines", () => {
  const text = "5-1 * * * * root /opt/never\n0 3 * * * root /opt/nightly\n";

  const crontab = parseCrontab(text, SYSTEM);

  expect(crontab.jobs).toMatchObject([{ command: "/opt/nightly" }]);
  expect(crontab.skipped).toMatchObject([{ line: 1, because: "never" }]);
  expect(findFileProblem(text, "debian", crontab)).toBeNull();
});

test("Debian’s cron ignores a file with one wrong line, or without a newline at its end; others do not", () => {
  const problem = (text: string, kind: "debian" | "bcron" = "debian") =>
    findFileProblem(text, kind, parseCrontab(text, { ...SYSTEM, kind }));

  expect(problem("0 3 * * * root a\n0 3 * * * nosuch b\n")).toBe(
    "cron ignores this file because of line 2. There is no user nosuch.",
  );
  expect(problem("MAILTO=\n0 3 * * * root a\n")).toBe(
    'cron ignores this file because of line 1. An empty value needs quotes: write MAILTO="".',
  );
  expect(problem('MAILTO=""\n0 3 * * * root a\n')).toBeNull();
  expect(problem("MAILTO=\n0 3 * * * root a\n", "bcron")).toBeNull();
  expect(problem("0 3 * * * root a")).toMatch(/does not end with a newline/);
  expect(problem("0 3 * * * root a\n")).toBeNull();
  expect(problem("0 3 * * * nosuch a", "bcron")).toBeNull();
});

test("busybox joins lines that end with a backslash, and takes what follows a # for a comment", () => {
  const { jobs } = parseCrontab("0 3 * * * echo two   spaces \\\n more  # hi\n0 4 * * * b\n", {
    ...OF_ROOT,
    kind: "busybox",
  });

  expect(jobs.map(({ line, command }) => [line, command])).toEqual([
    [1, "echo two   spaces  more"],
    [3, "b"],
  ]);
});

test("whatever a crontab contains, every job is at a line of it, and nothing throws", () => {
  const piece = fc.constantFrom(
    "0",
    "*",
    "3",
    "root",
    "nobody",
    "#",
    "@daily",
    "@reboot",
    "SHELL=",
    "=",
    "%",
    "\\",
    "\n",
    " ",
    "\t",
    "'",
    '"',
    "a",
    "/x",
    "é",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join("")),
      fc.constantFrom("debian", "cronie", "bcron", "busybox", "other"),
      fc.constantFrom(null, "root"),
      (text, kind, owner) => {
        const count = text.split("\n").length;
        const { jobs, skipped } = parseCrontab(text, { kind, owner, hasUser });
        for (const { line } of [...jobs, ...skipped]) expect(line >= 1 && line <= count).toBe(true);
        for (const { command, user } of jobs) expect(hasUser(user) && !command.includes("\n")).toBe(true);
      },
    ),
  );
});
