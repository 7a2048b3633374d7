import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/cli/[file]/route";
import { env } from "@/lib/platform/env";
import { listStoredRuns, openCheckInHttp } from "@/testing/check-in-http";
import { aSnitch } from "@/testing/factories";
import { lacks } from "@/testing/languages";
import { runCommand } from "@/testing/tattle";

const NEEDED = ["busybox", "chroot", "dpkg", "dpkg-deb", "ldd", "curl"];
const missing = NEEDED.filter(lacks);
const isSkipped = process.getuid?.() !== 0 || process.platform !== "linux" || missing.length > 0;
const PROGRAMS = "sh cat chmod cut gunzip head mkdir mkfifo mv rm sha256sum uname".split(" ");

const folder = isSkipped ? "" : mkdtempSync(path.join(os.tmpdir(), "tattle-package-"));
const { TATTLE_COMPILED } = process.env;
const { APP_URL } = env;
let http: Awaited<ReturnType<typeof openCheckInHttp>>;
let pages: Server;

beforeAll(async () => {
  if (isSkipped) return;
  http = await openCheckInHttp();
  execFileSync(process.execPath, ["scripts/cli-package.mjs"], { stdio: "ignore" });
  // What a release has in `dist`.
  const compiled = path.join(folder, "compiled");
  cpSync(path.join(TATTLE_COMPILED ?? "", "cli"), path.join(compiled, "cli"), { recursive: true });
  cpSync(".data/cli/offered", path.join(compiled, "cli"), { recursive: true });
  process.env.TATTLE_COMPILED = compiled;
  pages = createServer(async ({ url = "" }, outgoing) => {
    const file = url.replace("/cli/", "");
    const response = await GET(new Request(`http://localhost${url}`), { params: Promise.resolve({ file }) });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
    outgoing.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => pages.once("listening", resolve));
  env.APP_URL = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
}, 300_000);
afterAll(() => {
  process.env.TATTLE_COMPILED = TATTLE_COMPILED;
  env.APP_URL = APP_URL;
  pages?.close();
  http?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A machine that has busybox, curl and the libraries that they and the program need: no Node.js. */
function aMachine(name: string) {
  const root = path.join(folder, name);
  for (const place of ["bin", "dev", "etc", "home", "tmp", "usr/bin", "usr/local/bin"])
    mkdirSync(path.join(root, place), { recursive: true });
  chmodSync(path.join(root, "tmp"), 0o1777);
  writeFileSync(path.join(root, "dev/null"), "", { mode: 0o666 });
  const put = (file: string) => {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    copyFileSync(file, path.join(root, file));
  };
  const busybox = find("busybox");
  for (const program of [busybox, find("curl"), ".data/cli/tattle"])
    for (const [library] of libraries(program)) if (library) put(library);
  copyFileSync(find("curl"), path.join(root, "bin/curl"));
  copyFileSync(busybox, path.join(root, "bin/busybox"));
  for (const program of PROGRAMS) symlinkSync("busybox", path.join(root, "bin", program));
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/home", NODE_EXTRA_CA_CERTS: "" };
  const run = (command: string[]) => runCommand([find("chroot"), root, ...command], { env });
  return { root, run };
}

const find = (program: string) =>
  execFileSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();

/** The files that a program is linked with. One that is linked with none has nothing to list. */
function libraries(program: string) {
  try {
    return execFileSync("ldd", [program], { encoding: "utf8", stdio: "pipe" }).matchAll(
      /(?<= )\/\S+|(?<=\t)\/\S+/g,
    );
  } catch {
    return [];
  }
}

/** Without the library of C++, the program does not run. */
function rmCplusplus(place: string) {
  for (const file of existsSync(place) ? readdirSync(place, { recursive: true, encoding: "utf8" }) : [])
    if (/libstdc\+\+/.test(file)) rmSync(path.join(place, file));
}

/** Runs a job with the program that is installed there, and expects what any run promises. */
async function expectRuns({ run }: ReturnType<typeof aMachine>) {
  const { id, token } = await aSnitch({ interval: "daily" });
  const job = ["sh", "-c", "echo out; echo err >&2; exit 3"];

  const ended = await run(["tattle", "run", "--snitch", `${http.url}/${token}`, "--", ...job]);

  expect({ ...ended, stdout: ended.stdout.toString() }).toEqual({
    status: 3,
    signal: null,
    stdout: "out\n",
    stderr: "err\n",
  });
  const runs = await listStoredRuns(id);
  expect(runs).toMatchObject([
    { exitStatus: "3", startedAt: expect.any(Date), outputId: expect.any(String) },
  ]);
}

test.skipIf(isSkipped)(
  "the installer puts the single executable on a machine without Node.js, twice, and it runs jobs",
  async () => {
    const machine = aMachine("busybox");
    const script = await (await fetch(`${env.APP_URL}/cli/install.sh`)).text();
    writeFileSync(path.join(machine.root, "install.sh"), script);

    const installed = await machine.run(["sh", "/install.sh", "--executable"]);
    const again = await machine.run(["sh", "/install.sh", "--executable"]);

    expect(installed.stderr).toBe("");
    expect([installed.status, again.status]).toEqual([0, 0]);
    expect(statSync(path.join(machine.root, "usr/local/bin/tattle")).mode & 0o777).toBe(0o755);
    await expectRuns(machine);
  },
  120_000,
);

test.skipIf(isSkipped)(
  "what is not what was announced, or does not run there, is not installed",
  async () => {
    const machine = aMachine("damaged");
    const script = await (await fetch(`${env.APP_URL}/cli/install.sh`)).text();
    writeFileSync(path.join(machine.root, "install.sh"), script);
    for (const place of ["lib", "usr/lib"]) rmCplusplus(path.join(machine.root, place));

    const { status, stderr } = await machine.run(["sh", "/install.sh", "--executable"]);

    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("it does not run on this machine. Nothing was changed"),
    ]);
    expect(existsSync(path.join(machine.root, "usr/local/bin/tattle"))).toBe(false);
  },
  120_000,
);

test.skipIf(isSkipped)(
  "the package of Debian is installed, runs jobs, and leaves the settings when it is removed",
  async () => {
    const machine = aMachine("debian");
    const database = path.join(machine.root, "var/lib/dpkg");
    for (const place of ["updates", "info"]) mkdirSync(path.join(database, place), { recursive: true });
    writeFileSync(path.join(database, "status"), "");
    const dpkg = (...args: string[]) =>
      execFileSync("dpkg", [`--root=${machine.root}`, "--force-depends", ...args], { stdio: "pipe" });
    const file = path.join(folder, "tattle.deb");
    writeFileSync(
      file,
      Buffer.from(await (await fetch(`${env.APP_URL}/cli/tattle-linux-x64.deb`)).arrayBuffer()),
    );

    dpkg("-i", file);
    await expectRuns(machine);
    dpkg("-i", file);
    const settings = path.join(machine.root, "etc/tattle/config.json");
    const mode = statSync(settings).mode & 0o777;
    dpkg("-r", "tattle");

    expect(mode).toBe(0o640);
    expect(existsSync(settings)).toBe(true);
    expect(existsSync(path.join(machine.root, "usr/bin/tattle"))).toBe(false);
  },
  120_000,
);

test.skipIf(isSkipped)("each package has its checksum", async () => {
  for (const name of [`tattle-linux-${process.arch}.gz`, `tattle-linux-${process.arch}.deb`]) {
    const [hash] = (await (await fetch(`${env.APP_URL}/cli/${name}.sha256`)).text()).split(" ");
    const response = await fetch(`${env.APP_URL}/cli/${name}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(execFileSync("sha256sum", { input: bytes, encoding: "utf8" }).split(" ")[0]).toBe(hash);
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(readFileSync(path.join(process.env.TATTLE_COMPILED ?? "", "cli", name)).equals(bytes)).toBe(true);
  }
});
