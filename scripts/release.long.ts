import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { buildDatabaseUrl, createDatabase } from "@/lib/platform/postgres-server";
import { VERSION } from "@/lib/platform/version";
import { greets } from "./greets";
import { findFreePorts } from "./ports";

const NAME = `tattle-${VERSION}-${process.platform}-${process.arch}`;
const folder = mkdtempSync(path.join(tmpdir(), "tattle-release-"));
const [clone, unpacked, bin] = ["clone", "unpacked", "bin"].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
const release = path.join(clone, ".data", "release");
const home = path.join(unpacked, NAME);
let running: ChildProcess | undefined;

beforeAll(() => {
  execFileSync("git", ["clone", "-q", "--no-tags", ".", clone]);
  execFileSync("git", ["-C", clone, "tag", `v${VERSION}`]);
  execFileSync(process.execPath, ["scripts/release.mjs"], {
    cwd: clone,
    stdio: "ignore",
    env: withoutTests(),
  });
  mkdirSync(unpacked);
  execFileSync("tar", ["-xzf", path.join(release, `${NAME}.tar.gz`), "-C", unpacked]);
  mkdirSync(bin);
  // Postgres cannot run as root, so a start by root asks for its user.
  for (const program of ["node", "sh", "env", "ls", "id", "useradd"]) link(program);
}, 900_000);
afterAll(async () => {
  if (running?.exitCode === null) {
    running.kill("SIGTERM");
    await once(running, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

/** The environment of a person, without what the tests set. */
const withoutTests = (): NodeJS.ProcessEnv => {
  const isKept = ([name]: [string, unknown]) =>
    /^(PATH|HOME|TMPDIR|npm_config_\w+|NODE_EXTRA_CA_CERTS)$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(isKept)) as NodeJS.ProcessEnv;
};

function link(program: string) {
  const found = (process.env.PATH ?? "")
    .split(":")
    .map((place) => path.join(place, program))
    .find(existsSync);
  if (found)
    symlinkSync(program === "node" ? realpathSync(process.execPath) : found, path.join(bin, program));
}

test("the files beside the archive say what is in it, and the checksums are right", () => {
  expect(readdirSync(release).toSorted()).toEqual(
    ["LICENCES.md", "SHA256SUMS", "sbom.cdx.json", NAME, `${NAME}.tar.gz`].toSorted(),
  );
  const sums = readFileSync(path.join(release, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  expect(sums).toHaveLength(3);
  for (const line of sums) {
    const [sum, file = ""] = line.split("  ");
    expect(
      createHash("sha256")
        .update(readFileSync(path.join(release, file)))
        .digest("hex"),
    ).toBe(sum);
  }
  const { components } = JSON.parse(readFileSync(path.join(release, "sbom.cdx.json"), "utf8"));
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toContain("bullmq");
  expect(names).not.toContain("vitest");
  const licences = readFileSync(path.join(home, "LICENCES.md"), "utf8");
  expect(licences).toMatch(/## MIT\n\n(?:- .+\n)*- bullmq /);
  expect(licences).not.toContain("see its files");
});

/** The lines of a document's block that begin so, without their comments. */
const printedLines = (start: RegExp) =>
  readFileSync("docs/deployment.md", "utf8")
    .split("\n")
    .filter((line) => start.test(line))
    .map((line) => line.replace(/\s+#.*$/, ""));

test("it has the program for machines of jobs without Node.js, with checksums", () => {
  const programs = path.join(home, "dist", "cli");
  const packed = readdirSync(programs).filter((name) => name.startsWith(`tattle-${process.platform}-`));
  expect(packed).toContain(`tattle-${process.platform}-${process.arch}.gz`);
  for (const name of packed.filter((one) => !one.endsWith(".sha256"))) {
    const [sum] = readFileSync(path.join(programs, `${name}.sha256`), "utf8").split(" ");
    const hash = createHash("sha256").update(readFileSync(path.join(programs, name)));
    expect(hash.digest("hex")).toBe(sum);
  }
});

test("the lines that the documents print for single processes start each of them, from a release", async () => {
  const { PORT, CHECK_IN_PORT, WORKER_PORT } = await findFreePorts();
  const MAIL_IN_PORT = String(await getPort());
  const database = `release_${process.pid}`;
  await createDatabase(inject("serverUrl"), database);
  const APP_URL = `http://localhost:${PORT}`;
  const env = {
    PATH: bin,
    DATABASE_URL: buildDatabaseUrl(inject("serverUrl"), database),
    DATA_DIR: path.join(folder, "processes"),
    AUTH_SECRET: "x".repeat(32),
    ...{ PORT, CHECK_IN_PORT, WORKER_PORT, APP_URL, NEXTAUTH_URL: APP_URL },
  } as unknown as NodeJS.ProcessEnv;
  const lines = printedLines(/^(TATTLE_BUILD=\S+ )?(NODE_ENV=production )(MAIL_IN_PORT=2525 )?node dist/);
  expect(lines).toHaveLength(4);
  const [migrate = ""] = printedLines(/^node dist\/migrate\.js/);
  expect(execFileSync("sh", ["-c", migrate], { cwd: home, env, encoding: "utf8" })).toContain("Applied ");

  const started = lines.map((line) =>
    spawn("sh", ["-c", `exec ${line.replace("2525", MAIL_IN_PORT).replace(/^/, "env ")}`], {
      cwd: home,
      env,
      stdio: "ignore",
    }),
  );
  try {
    const isReady = async (port: string | undefined) =>
      (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    for (const port of [PORT, CHECK_IN_PORT, WORKER_PORT])
      await vi.waitFor(async () => expect(await isReady(port)).toBe(200), { timeout: 20_000, interval: 100 });
    await vi.waitFor(async () => expect(await greets(`smtp://127.0.0.1:${MAIL_IN_PORT}`, 1_000)).toBe(true), {
      timeout: 20_000,
      interval: 100,
    });
  } finally {
    for (const child of started) child.kill("SIGKILL");
  }
}, 60_000);

test("the lines that the documents print for a service put everything where its unit looks for it", () => {
  const root = path.join(folder, "machine");
  mkdirSync(path.join(root, "etc", "systemd", "system"), { recursive: true });
  const inRoot = (line: string) => line.replaceAll(/(?<= |^)(\/(?:opt|etc|var)\/)/g, `${root}$1`);
  const lines = printedLines(/^(mkdir -p \/opt|tar -xzf|ln -sfn \/opt\/tattle\/tattle-0|install -m)/).map(
    inRoot,
  );
  expect(lines).toHaveLength(5);
  for (const line of lines)
    execFileSync("sh", ["-ec", line.replaceAll("tattle-0.2.1-linux-x64", NAME)], {
      cwd: release,
      env: withoutTests(),
    });
  const unit = readFileSync(path.join(root, "etc/systemd/system/tattle.service"), "utf8");
  const [, program = ""] = /^ExecStart=\S+ (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(path.join(root, program))).toBe(true);
  expect(existsSync(path.join(root, "etc/tattle/env"))).toBe(true);
});

test("the lines that the documents print move everything to another Postgres", async () => {
  const [first, moved] = ["first", "moved"].map((name) => `${name}_${process.pid}`) as [string, string];
  for (const database of [first, moved]) await createDatabase(inject("serverUrl"), database);
  const admin = (database: string, line: string) =>
    execFileSync("sh", ["-ec", line.replace("npm run admin --", "node scripts/admin.mjs")], {
      cwd: home,
      env: {
        PATH: bin,
        DATA_DIR: path.join(folder, "moved"),
        DATABASE_URL: buildDatabaseUrl(inject("serverUrl"), database),
      } as unknown as NodeJS.ProcessEnv,
      encoding: "utf8",
    });
  const [backup = "", restore = ""] =
    readFileSync("docs/own-postgres.md", "utf8").match(/npm run admin -- \w+.*$/gm) ?? [];
  admin(first, "npm run admin -- bootstrap --email a@example.com --case Acme --password correct-horse-1");
  const name = /tattle-\S+\.gz/.exec(admin(first, backup))?.[0] ?? "";
  expect(admin(moved, restore.replace("NAME", path.basename(name)))).toMatch(/Restored/);
  expect(admin(moved, "npm run admin -- plan Acme team")).toContain("Acme is on the team plan.");
}, 60_000);

test("it starts within ten seconds with Node alone: no npm, no compiler, no home; and says what it is", async () => {
  const ports = await findFreePorts();
  const env = { PATH: bin, HOME: "/nonexistent", DATA_DIR: path.join(folder, "data"), ...ports };
  const startedAt = performance.now();
  running = spawn(path.join(bin, "node"), ["scripts/start.mjs"], {
    cwd: home,
    env: env as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  // Read to its end: a program whose output nobody takes any more ends with an error.
  running.stdout?.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  await vi.waitFor(() => expect(output).toContain("Ctrl-C stops everything"), {
    timeout: 20_000,
    interval: 20,
  });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  const commit = execFileSync("git", ["-C", clone, "rev-parse", "HEAD"], { encoding: "utf8" }).slice(0, 12);
  for (const port of [ports.PORT, ports.CHECK_IN_PORT, ports.WORKER_PORT])
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toMatchObject({
      ready: true,
      version: VERSION,
      commit,
    });
  for (const page of ["/sign-up", "/docs", "/docs/runs"])
    expect((await fetch(`http://127.0.0.1:${ports.PORT}${page}`)).status).toBe(200);
  const admin = execFileSync(path.join(bin, "node"), ["scripts/admin.mjs", "setup-code"], {
    cwd: home,
    env: env as unknown as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
  expect(admin).toMatch(/\w{4}-\w{4}-\w{4}/);
}, 60_000);
