import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { env } from "@/lib/platform/env";
import { lacks } from "@/testing/languages";
import { runCommand } from "@/testing/tattle";
import { GET } from "./[file]/route";
import { findProgram } from "./programs";

const { APP_URL } = env;
let server: Server;
/** Prepended to the program, so that its checksum doesn't match. */
let damage = "";
let requests = 0;
beforeAll(async () => {
  server = createServer(async ({ url = "" }, outgoing) => {
    requests += 1;
    const file = url.replace("/cli/", "");
    const response = await GET(new Request(`http://localhost${url}`), { params: Promise.resolve({ file }) });
    outgoing.writeHead(response.status);
    outgoing.end(Buffer.concat([Buffer.from(file.endsWith(".mjs") ? damage : ""), await bytes(response)]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  env.APP_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  damage = "";
  requests = 0;
});
afterAll(() => {
  env.APP_URL = APP_URL;
  server.close();
});

const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** A folder, and the installer as it is downloaded. */
async function anInstaller(url = env.APP_URL) {
  const home = mkdtempSync(path.join(os.tmpdir(), "tattle-install-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o777);
  const script = path.join(home, "install.sh");
  writeFileSync(
    script,
    (await findProgram("install.sh"))?.body.toString().replaceAll(env.APP_URL, url) ?? "",
  );
  const folder = path.join(home, "bin");
  const install = (before: string[] = [], PATH = process.env.PATH ?? "") =>
    runCommand([...before, "/bin/sh", script, "--to", folder], { env: { HOME: home, PATH } });
  return { home, folder, install, program: path.join(folder, "tattle") };
}

test("the installer says what it does, does it, and does nothing the second time", async () => {
  const { folder, install, program } = await anInstaller();

  const first = await install();
  const { mtimeMs } = statSync(program);
  const second = await install();

  expect(first.status).toBe(0);
  expect(first.stdout.toString()).toContain(
    `Will download ${env.APP_URL}/cli/tattle.mjs, check it, and write it to ${folder}/tattle.\n`,
  );
  expect((await runCommand([program, "--version"])).status).toBe(0);
  expect([second.status, second.stdout.toString()]).toEqual([0, expect.stringContaining("is up to date.\n")]);
  expect(statSync(program).mtimeMs).toBe(mtimeMs);
});

test("of an installer that arrives in part, nothing is run", async () => {
  const { home, folder, install } = await anInstaller();
  const script = readFileSync(path.join(home, "install.sh"));
  // Each line, every byte of the last lines, and some of the others. The last byte is a newline.
  const cuts = Array.from({ length: script.length - 1 }, (_, at) => at).filter(
    (at) => at > script.length - 60 || at % 71 === 0 || script[at - 1] === 10,
  );
  const parts = mkdtempSync(path.join(home, "parts-"));
  for (const at of cuts) writeFileSync(path.join(parts, String(at)), script.subarray(0, at));
  const all = 'for part in "$1"/*; do sh -s -- --to "$2" <"$part" 2>/dev/null; done';

  const ended = await runCommand(["sh", "-c", all, "sh", parts, folder], { env: { HOME: home } });

  expect([ended.stdout.toString(), requests, existsSync(folder)]).toEqual(["", 0, false]);
  expect(cuts.length).toBeGreaterThan(200);
  expect((await install()).status).toBe(0);
}, 60_000);

test("what is not what the server announced is not installed", async () => {
  damage = "#!/bin/sh\n";
  const { install, program } = await anInstaller();

  const ended = await install();

  expect([ended.status, existsSync(program)]).toEqual([1, false]);
  expect(ended.stderr).toContain("Nothing was changed");
});

test("without the server, what is installed stays", async () => {
  const { folder, install, program } = await anInstaller();
  await install();
  const offline = await anInstaller("http://127.0.0.1:9");
  const before = readFileSync(program);

  const ended = await runCommand(["/bin/sh", path.join(offline.home, "install.sh"), "--to", folder]);

  expect([ended.status, ended.stderr]).toEqual([
    1,
    expect.stringContaining("cannot be reached. Nothing was changed"),
  ]);
  expect(readFileSync(program)).toEqual(before);
});

test("a folder that one cannot write into is named, and who is not root needs no root", async (context) => {
  if (process.getuid?.() !== 0 || lacks("setpriv")) return context.skip("It starts as root.");
  const noOne = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
  const { home, install, folder } = await anInstaller();

  const refused = await runCommand([...noOne, "/bin/sh", path.join(home, "install.sh"), "--to", "/usr/bin"], {
    env: { HOME: home },
  });
  const ended = await install(noOne);

  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining("you cannot write into /usr/bin."),
  ]);
  expect([ended.status, statSync(path.join(folder, "tattle")).uid]).toEqual([0, 65_534]);
});

test("without Node.js, the shell variant is installed", async (context) => {
  if (lacks("curl")) return context.skip("It needs curl.");
  const { home, folder, install } = await anInstaller();
  writeFileSync(path.join(home, "node"), "#!/bin/sh\nexit 127\n", { mode: 0o755 });

  const ended = await install([], `${home}:${process.env.PATH}`);

  expect(ended.status).toBe(0);
  expect(readFileSync(path.join(folder, "tattle-run"), "utf8")).toContain("# tattle-run:");
});
