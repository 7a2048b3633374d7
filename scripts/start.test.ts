import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { buildDatabaseUrl } from "@/lib/platform/postgres-server";
import { takeLock } from "./lock.mjs";

const dataDir = mkdtempSync(path.join(tmpdir(), "tattle-start-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const serverUrl = inject("serverUrl");
const CLOSED_PORT = 9;

/** The error output and exit code of `npm start` in an environment that it refuses. */
async function start(env: Record<string, string | undefined>) {
  const given = {
    ...process.env,
    DATABASE_URL: serverUrl,
    REDIS_URL: "",
    DATA_DIR: dataDir,
    PORT: "",
    ...env,
  };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: given,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output: output.trimEnd() };
}

const withPassword = (password: string) => {
  const url = new URL(serverUrl);
  url.password = password;
  return url.href;
};
const server = new URL(serverUrl).host;

const wrong: [string, Record<string, string>, string | RegExp][] = [
  ["a wrong value", { SIGN_UP: "maybe" }, /^SIGN_UP must be open or invited, but is “maybe”\./],
  [
    "a short secret",
    { AUTH_SECRET: "x".repeat(31) },
    /^AUTH_SECRET must have at least 32 characters\. Correct or unset it/,
  ],
  ["an empty secret", { AUTH_SECRET: "" }, /^AUTH_SECRET must have at least 32 characters\./],
  [
    "a database that does not answer",
    { DATABASE_URL: `postgres://x:hidden@127.0.0.1:${CLOSED_PORT}/x` },
    `DATABASE_URL: no Postgres server is responding at 127.0.0.1:${CLOSED_PORT} (ECONNREFUSED).`,
  ],
  [
    "a wrong password",
    { DATABASE_URL: withPassword("hidden") },
    `DATABASE_URL: the Postgres at ${server} rejects the password of “tattle”.`,
  ],
  [
    "a database that is missing",
    { DATABASE_URL: buildDatabaseUrl(serverUrl, "nowhere") },
    `DATABASE_URL: the Postgres at ${server} has no database “nowhere”.`,
  ],
  [
    "a Redis that does not answer",
    { REDIS_URL: `redis://127.0.0.1:${CLOSED_PORT}` },
    `REDIS_URL: cannot connect to Redis at 127.0.0.1:${CLOSED_PORT} (ECONNREFUSED).`,
  ],
  [
    "a data folder that cannot be written",
    { DATA_DIR: "/dev/null/data" },
    "DATA_DIR: /dev/null/data cannot be written (ENOTDIR).",
  ],
];

test.each(wrong)("%s makes the start fail with one line that names it", async (_, env, line) => {
  const { code, output } = await start(env);

  expect(output).toMatch(line);
  expect(output).not.toMatch(/\n|hidden/);
  expect(code).toBe(1);
});

test.each([
  ["empty", ""],
  ["cut off", "K2hCmzBtWv0pQ4rN8sXdLfGj3yAeUo1iTb5c"],
])(
  "a stored secret that is %s makes the start fail with one line, and is not replaced",
  async (problem, secret) => {
    const folder = path.join(dataDir, problem);
    const file = path.join(folder, "auth-secret");
    mkdirSync(folder);
    writeFileSync(file, secret);

    const { code, output } = await start({ DATA_DIR: folder, AUTH_SECRET: undefined });

    expect(output).toMatch(
      `The secret in ${file} is ${problem}. Restore the file from a copy, or set AUTH_SECRET.`,
    );
    expect(output).not.toContain("\n");
    expect([code, readFileSync(file, "utf8")]).toEqual([1, secret]);
  },
);

test("a chosen port that is taken makes the start fail with one line that names it", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };

  const { code, output } = await start({ PORT: String(port) });
  other.close();

  expect(output).toBe(
    `PORT: port ${port} is taken. Stop the process that uses it, or set PORT to a free port.`,
  );
  expect(code).toBe(1);
});

test("a second start from the same folder fails and names the address of the first", async () => {
  const folder = path.join(dataDir, "second");
  const lock = takeLock(path.join(folder, "running"), { at: "http://localhost:3000" });

  const { code, output } = await start({ DATA_DIR: folder });
  lock?.release();

  expect(output).toMatch(
    `Tattle is already running from this folder (http://localhost:3000, process ${process.pid}).`,
  );
  expect(code).toBe(1);
});
