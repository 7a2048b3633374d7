import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { lacks } from "@/testing/languages";
import { dropIn } from "./drop-in";
import { readServiceResult } from "./service-result";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-drop-in-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["success", "exited", "0", 0, null],
  ["success", "exited", "75", 0, null],
  ["success", "killed", "TERM", 0, null],
  ["exit-code", "exited", "3", 3, null],
  ["signal", "killed", "KILL", 137, "It was killed by SIGKILL."],
  ["core-dump", "dumped", "SEGV", 139, "It crashed with SIGSEGV."],
  ["timeout", "killed", "TERM", 143, "systemd stopped it, because it took too long."],
  ["timeout", "exited", "0", 1, "systemd stopped it, because it took too long."],
  ["oom-kill", "killed", "KILL", 137, "The kernel killed it, because it ran out of memory."],
  ["exec-condition", "", "", 1, "systemd says: exec-condition."],
  ["", "", "", 1, null],
])(
  "a service that ended with %s, %s and %s is reported as %s",
  (SERVICE_RESULT, EXIT_CODE, EXIT_STATUS, status, message) => {
    expect(readServiceResult({ SERVICE_RESULT, EXIT_CODE, EXIT_STATUS })).toEqual({ status, message });
  },
);

test.skipIf(lacks("systemd-analyze")).each([
  ["/usr/bin/node", "/usr/local/bin/tattle"],
  ["/opt/my node/bin/node", "/srv/100%/tat$tle"],
])("systemd accepts the drop-in that starts %s %s, and would say what is wrong with it", (...command) => {
  const program = { command, certificates: null };
  writeFileSync(
    path.join(folder, "job.service"),
    "[Service]\nType=oneshot\nUser=backup\nPrivateTmp=yes\nExecStart=/bin/true\n",
  );
  mkdirSync(path.join(folder, "job.service.d"), { recursive: true });
  writeFileSync(path.join(folder, "job.service.d/50-tattle.conf"), dropIn(program, "/var/lib/tattle"));

  const verify = () =>
    spawnSync(
      "systemd-analyze",
      ["verify", "--man=no", "--recursive-errors=no", path.join(folder, "job.service")],
      {
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
      },
    ).stderr.toString();

  expect(verify()).not.toContain(folder);
  appendFileSync(path.join(folder, "job.service.d/50-tattle.conf"), "Nonsense=1\n");
  expect(verify()).toMatch(/50-tattle\.conf:\d+: Unknown key/);
});
