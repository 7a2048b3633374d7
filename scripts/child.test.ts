import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterAll, expect, test, vi } from "vitest";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { eventually } from "@/testing/eventually";
import { Child, type Program } from "./child";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-child-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that writes its process id to a file, and then serves its health check. */
async function aProgram(name: string, body = "createServer((_, response) => response.end()).listen(port);") {
  const port = await getPort();
  const pidFile = path.join(folder, `${name}.pid`);
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { writeFileSync } from "node:fs"; import { createServer } from "node:http";
     const port = ${port}; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); ${body}`,
  );
  const healthUrl = `http://127.0.0.1:${port}/`;
  const program: Program = { name: "worker", args: [file], env: process.env, healthUrl };
  return { program, pid: () => Number(existsSync(pidFile) ? readFileSync(pidFile, "utf8") : 0) };
}

test("a process that crashes is restarted, until it is stopped", async () => {
  const { program, pid } = await aProgram("crashing");
  const child = new Child(program);
  await child.start();
  const first = pid();

  process.kill(first, "SIGKILL");
  await eventually(() => expect(pid()).not.toBe(first));

  await child.stop();
  expect(processStartTime(pid())).toBeNull();
});

test("a process that hangs is killed and restarted, and one line says why", async () => {
  const { program, pid } = await aProgram("hanging");
  const child = new Child(program, 300);
  const printed = vi.spyOn(console, "error").mockReturnValue();
  await child.start();
  const first = pid();

  process.kill(first, "SIGSTOP");
  await eventually(() => expect(pid()).not.toBe(first));
  await eventually(async () => expect((await fetch(program.healthUrl)).ok).toBe(true));

  expect(processStartTime(first)).toBeNull();
  expect(printed.mock.calls).toEqual([
    ["The worker process failed three health checks and was killed. Restarting in 1 s."],
  ]);
  printed.mockRestore();
  await child.stop();
});

test("a process that exits before it is ready makes the start fail", async () => {
  const { program } = await aProgram("exiting", "process.exit(3);");

  await expect(new Child(program).start()).rejects.toThrow(
    "The worker process exited before it was ready (code 3)",
  );
});

test("when the supervisor is killed, its processes stop", async () => {
  const { program, pid } = await aProgram("orphaned");
  const supervisor = path.join(folder, "supervisor.mts");
  const child = path.resolve("scripts/child.ts");
  writeFileSync(
    supervisor,
    `import { Child } from ${JSON.stringify(child)};
     await new Child({ ...${JSON.stringify(program)}, env: process.env }).start(); process.send("started");`,
  );
  const killed = spawn(process.execPath, ["--import", "tsx", supervisor], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(killed, "message");
  expect(processStartTime(pid())).not.toBeNull();

  killed.kill("SIGKILL");
  await eventually(() => expect(processStartTime(pid())).toBeNull());
});
