import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { isOnlyRoots } from "../owners";
import { listOwnFiles } from "./apply";
import { CRON_RULES, type CronKind } from "./cron-kind";
import { type Machine, readMachine } from "./machine";
import { buildPlan } from "./plan";
import { shellPath } from "./shell-line";

const root = mkdtempSync(path.join(tmpdir(), "tattle-hostile-"));
afterAll(() => rmSync(root, { recursive: true }));
const at = (file: string) => path.join(root, file);

function write(file: string, text: string, mode = 0o755): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
  chmodSync(at(file), mode);
}

for (const file of ["usr/bin/bash", "usr/bin/dash", "srv/open/sh", "srv/a;b/sh", "usr/sbin/cron"])
  write(file, "");
write("usr/bin/shared", "", 0o775);
chmodSync(at("srv/open"), 0o777);
symlinkSync("usr/bin", at("bin"));
symlinkSync("dash", at("usr/bin/sh"));
symlinkSync("/srv/open/sh", at("usr/bin/linked"));
mkdirSync(at("etc/cron.d"), { recursive: true });
const ALLOWED = ["/bin/sh", "/bin/bash"];
const REFUSED = [
  "/usr/bin/shared",
  "/srv/open/sh",
  "/usr/bin/linked",
  "/srv/a;b/sh",
  "/usr/bin/../bin/bash",
  "/nosuch",
  "bash",
];
write("etc/shells", `${[...ALLOWED, ...REFUSED].join("\n")}\n`, 0o644);
write(
  "etc/passwd",
  "root:x:0:0::/root:/bin/sh\nmallory:x:1001:1001::/home/mallory:/bin/sh\neve:x:1002:1002::/:/bin/sh\n",
);

const machineWith = (cron: CronKind): Machine => ({
  ...readMachine(root),
  cron,
  user: { name: "root", uid: 0, gid: 0, home: "/root" },
});

test("a shell is allowed if /etc/shells names it and only root can change what it leads to", () => {
  expect([...readMachine(root).shells]).toEqual(ALLOWED);
  expect(isOnlyRoots("/bin/sh", root)).toBe(true);
});

const places = {
  shell: "/usr/local/bin/tattle-shell",
  runParts: "/usr/local/lib/tattle/run-parts",
  state: at("var/lib/tattle"),
  dropInOf: (service: string) => `/etc/systemd/system/${service}.d/50-tattle.conf`,
  guard: "/etc/cron.d/tattle",
};
const program = { command: ["/usr/local/bin/tattle"], certificates: null };

/** Everything that root could write for shells that are allowed. */
function listPossible(machine: Machine): Set<string> {
  const possible = new Set<string>();
  for (const shells of [["/bin/sh"], ALLOWED]) {
    const added = shells.map((shell) => ({ before: 1, shell, text: "" }));
    const files = [{ file: "x", owner: null, isOwnedByProgram: false, bytes: Buffer.alloc(0), added }];
    const plan = { machine, files, jobs: [], toPaste: [], remarks: [], vanished: [] };
    for (const each of listOwnFiles(plan, places, program)) possible.add(JSON.stringify(each));
  }
  return possible;
}

/** Words that a user would try. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...ALLOWED,
    ...REFUSED,
    "/bin/sh; id > /tmp/root #",
    "/bin/sh\t/x",
    "$(id)",
    "`id`",
    "'",
    '"',
    "%",
    "\\",
    "../../etc/passwd",
    "+bin+bash",
    "/usr/local/bin/tattle-shell",
    "/tmp/tattle-shell-x; id",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const line = fc.oneof(
  fc
    .tuple(fc.constantFrom("SHELL=", "SHELL = ", "SHELL='", "PATH=", "HOME=", "MAILTO=", "CRON_TZ="), hostile)
    .map((parts) => parts.join("")),
  hostile.map((word) => `* * * * * ${word}`),
  hostile.map((word) => `* * * * * cd / && run-parts --report ${word}`),
  hostile,
);
const crontab = fc.array(line, { maxLength: 8 }).map((lines) => `${lines.join("\n")}\n`);

test("whatever users write, root writes only what it would write for the shells of /etc/shells, and only there", () => {
  const kinds = Object.keys(CRON_RULES) as CronKind[];
  let watched = 0;
  fc.assert(
    fc.property(fc.constantFrom(...kinds), crontab, crontab, (cron, mallory, eve) => {
      const machine = machineWith(cron);
      const possible = listPossible(machine);
      const crontabs = Object.entries({ mallory, eve }).map(([owner, text]) => ({
        file: `/var/spool/cron/crontabs/${owner}`,
        owner,
        bytes: Buffer.from(text),
        isOwnedByProgram: false,
        problem: null,
      }));

      const plan = buildPlan(machine, {
        known: [],
        slugSecretOf: () => null,
        places,
        allTimers: true,
        now: new Date("2026-11-25T10:00:00Z"),
        crontabs,
      });

      for (const each of listOwnFiles(plan, places, program))
        expect(possible).toContain(JSON.stringify(each));
      const lines = ALLOWED.map((shell) => `SHELL=${shellPath(places.shell, shell)}`);
      for (const { file, added } of plan.files) {
        expect(crontabs.map((each) => each.file)).toContain(file);
        for (const { text } of added) expect(lines).toContain(text);
        watched += 1;
      }
    }),
  );
  expect(watched).toBeGreaterThan(10);
});
