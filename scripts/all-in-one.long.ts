import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withClient } from "@/lib/platform/postgres-server";
import { startJobs } from "@/testing/continuous-jobs";
import { makeImage, readImageEnvironment } from "@/testing/image";
import { listProcesses, withDescendants } from "@/testing/processes";

const UNPRIVILEGED = 65_534;
// To build the image takes minutes, and many of them while others use the machine.
const BUILD_TIMEOUT_MS = 1_800_000;
const TIMEOUT_MS = 900_000;
const START = { timeout: 600_000, interval: 200 };

const folder = mkdtempSync(path.join(tmpdir(), "tattle-one-"));
const image = path.join(folder, "app");
const data = path.join(folder, "data");
const started: ChildProcess[] = [];
const ports = { PORT: "", CHECK_IN_PORT: "", WORKER_PORT: "" };
const url = () => `http://127.0.0.1:${ports.PORT}`;
const checkInUrl = () => `http://127.0.0.1:${ports.CHECK_IN_PORT}`;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = String(await getPort());
  mkdirSync(image);
  mkdirSync(data);
  chownSync(data, UNPRIVILEGED, UNPRIVILEGED);
  await makeImage(image);
}, BUILD_TIMEOUT_MS);

afterAll(async () => {
  for (const { pid, exitCode, signalCode } of started)
    if (pid && exitCode === null && signalCode === null) process.kill(pid, "SIGTERM");
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Runs the image on its own, as a user who may write only its data, with nothing in its environment but what the image sets. */
async function run(script: string, dataDir: string, program = process.execPath) {
  const child = spawn(program, [script], {
    cwd: image,
    uid: UNPRIVILEGED,
    gid: UNPRIVILEGED,
    env: {
      ...readImageEnvironment(readFileSync("Dockerfile", "utf8")),
      PATH: [path.dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      ...ports,
      WORKER_HOST: "127.0.0.1",
    },
  });
  started.push(child);
  const seen = { output: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (seen.output += text));
  const stop = async () => {
    child.kill("SIGTERM");
    return once(child, "exit");
  };
  return { seen, stop, pid: child.pid ?? 0 };
}

test(
  "the image alone serves pages and check-ins from the data of the run before, with its own Postgres, and stops on SIGTERM",
  async () => {
    const first = await run("scripts/start.mjs", data);
    await vi.waitFor(() => expect(first.seen.output).toContain("To create your account, open"), START);
    expect(first.seen.output).toMatch(/^Applied \d+ migrations\.$/m);
    const code = /Set-up code +(\S+)/.exec(first.seen.output)?.[1];
    expect((await fetch(`${url()}/sign-up`)).status).toBe(200);
    expect((await fetch(`${checkInUrl()}/healthz`)).status).toBe(200);
    expect(await first.stop()).toEqual([0, null]);

    const second = await run("scripts/start.mjs", data);
    await vi.waitFor(() => expect(second.seen.output).toContain(`Set-up code     ${code}`), START);
    expect(await second.stop()).toEqual([0, null]);
  },
  TIMEOUT_MS,
);

/** The process that takes check-ins, and the database that it was given. */
function findCheckIns(supervisor: number) {
  const { pid } =
    withDescendants(supervisor, listProcesses()).find(({ command }) =>
      command.includes("checkin-and-worker.js"),
    ) ?? {};
  if (pid === undefined) throw new Error("No process takes check-ins.");
  const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  const database = variables.find((text) => text.startsWith("DATABASE_URL="))?.replace("DATABASE_URL=", "");
  return { pid, database: database ?? "" };
}

const ADD_SNITCHES = `
  WITH added AS (INSERT INTO cases (id, name) VALUES (new_id(), 'Load') RETURNING id)
  INSERT INTO snitches (id, token, name, interval, case_id)
  SELECT new_id(), left(md5(n::text), 16), 'Job ' || n, '1_minute', added.id FROM generate_series(1, 5000) n, added RETURNING token`;

test(
  "a killed process, and a start on the data of the run before, lose no check-in that was accepted",
  async () => {
    const isServing = async ({ seen }: Awaited<ReturnType<typeof run>>) => {
      await vi.waitFor(() => expect(seen.output).toContain("Ctrl-C stops everything"), START);
    };
    const first = await run("scripts/start.mjs", data);
    await isServing(first);
    const { pid, database } = findCheckIns(first.pid);
    const tokens = await withClient(database, async (client) => (await client.query(ADD_SNITCHES)).rows);
    const stopJobs = startJobs(
      checkInUrl(),
      4,
      tokens.map(({ token }) => token),
      "load",
      { pauseMs: 50 },
    );
    await sleep(2_000);
    process.kill(pid, "SIGKILL");
    await vi.waitFor(() => expect(findCheckIns(first.pid).pid).not.toBe(pid), START);
    await vi.waitFor(async () => expect((await fetch(`${checkInUrl()}/healthz`)).status).toBe(200), START);
    await sleep(2_000);
    expect(await first.stop()).toEqual([0, null]);
    const second = await run("scripts/start.mjs", data);
    await isServing(second);
    await sleep(2_000);

    const accepted = (await stopJobs()).filter(({ status }) => status === 202).map(({ message }) => message);
    expect(accepted.length).toBeGreaterThan(0);
    const lost = await withClient(findCheckIns(second.pid).database, (client) =>
      client.query("SELECT unnest($1::text[]) EXCEPT SELECT message FROM check_ins", [accepted]),
    );
    expect(lost.rows).toEqual([]);
    expect(await second.stop()).toEqual([0, null]);
  },
  TIMEOUT_MS,
);

test(
  "the image shows the demo, with its user and password, at the ports that are published",
  async () => {
    // The command of the image, but for where that has its files.
    const [, script = ""] =
      /^RUN printf '(.*)' > \/usr\/local\/bin\/demo /m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
    const command = path.join(folder, "demo.sh");
    writeFileSync(command, script.replaceAll("\\n", "\n").replace("/app/", `${image}/`), { mode: 0o755 });
    const demo = await run(command, path.join(data, "demo"), "/bin/sh");
    await vi.waitFor(() => expect(demo.seen.output).toMatch(/^Password {3}[\w-]{16}$/m), START);
    expect((await fetch(`${url()}/sign-in`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.2:${ports.PORT}/sign-in`)).status).toBe(200);
    expect(await demo.stop()).toEqual([0, null]);
  },
  TIMEOUT_MS,
);
