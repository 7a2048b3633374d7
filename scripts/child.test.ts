import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { birthOf } from "@/lib/platform/process-start-time.mjs";
import { Child, type Program } from "./child";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-child-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of ours that notes its number, says that it is ready, and goes on. */
function aProgram(name: string, body = 'process.send("ready"); setInterval(() => {}, 1000);') {
  const note = path.join(folder, `${name}.pid`);
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import fs from "node:fs"; fs.writeFileSync(${JSON.stringify(note)}, String(process.pid)); ${body}`,
  );
  const program: Program = { name: "worker", args: [file], env: process.env, ready: "message" };
  return { program, note, pid: () => Number(existsSync(note) ? readFileSync(note, "utf8") : 0) };
}

test("a process that crashes is started again, until it is stopped", async () => {
  const { program, pid } = aProgram("crashing");
  const child = new Child(program);
  await child.start();
  const first = pid();

  process.kill(first, "SIGKILL");
  await vi.waitFor(() => expect(pid()).not.toBe(first), { timeout: 10_000 });

  await child.stop();
  expect(birthOf(pid())).toBeNull();
});

test("a process that ends before it is ready stops the start", async () => {
  const { program } = aProgram("ending", "process.exit(3);");

  await expect(new Child(program).start()).rejects.toThrow(
    "The worker process ended before it was ready (code 3)",
  );
});

test("a process does not outlive a supervisor that is killed", async () => {
  const { program, pid } = aProgram("leashed");
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
  expect(birthOf(pid())).not.toBeNull();

  killed.kill("SIGKILL");
  await vi.waitFor(() => expect(birthOf(pid())).toBeNull(), { timeout: 10_000 });
});
