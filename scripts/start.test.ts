import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { urlOf } from "./database";
import { takeLock } from "./lock.mjs";

const dataDir = mkdtempSync(path.join(tmpdir(), "tattle-start-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const serverUrl = inject("serverUrl");
const CLOSED_PORT = 9;

/** What `npm start` complains of, in such an environment, until it gives up. */
async function start(env: Record<string, string>) {
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
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code, said: said.trimEnd() };
}

const withPassword = (password: string) => {
  const url = new URL(serverUrl);
  url.password = password;
  return url.href;
};
const place = new URL(serverUrl).host;

const wrong: [string, Record<string, string>, string | RegExp][] = [
  ["a wrong value", { SIGN_UP: "maybe" }, /^SIGN_UP must be one of open, invited, but is “maybe”\./],
  [
    "a database that does not answer",
    { DATABASE_URL: `postgres://x:hidden@127.0.0.1:${CLOSED_PORT}/x` },
    `DATABASE_URL: no Postgres answers at 127.0.0.1:${CLOSED_PORT} (ECONNREFUSED).`,
  ],
  [
    "a wrong password",
    { DATABASE_URL: withPassword("hidden") },
    `DATABASE_URL: the Postgres at ${place} refuses the password of “tattle”.`,
  ],
  [
    "a database that is missing",
    { DATABASE_URL: urlOf(serverUrl, "nowhere") },
    `DATABASE_URL: the Postgres at ${place} has no database “nowhere”.`,
  ],
  [
    "a Redis that does not answer",
    { REDIS_URL: `redis://127.0.0.1:${CLOSED_PORT}` },
    `REDIS_URL: no Redis lets us in at 127.0.0.1:${CLOSED_PORT} (ECONNREFUSED).`,
  ],
  [
    "a data folder that cannot be written",
    { DATA_DIR: "/dev/null/data" },
    "DATA_DIR: /dev/null/data cannot be written (ENOTDIR).",
  ],
];

test.each(wrong)("%s stops the start with one line that names it", async (_, env, line) => {
  const { code, said } = await start(env);

  expect(said).toMatch(line);
  expect(said).not.toMatch(/\n|hidden/);
  expect(code).toBe(1);
});

test("a port that was asked for and is taken stops the start with one line that names it", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };

  const { code, said } = await start({ PORT: String(port) });
  server.close();

  expect(said).toBe(`PORT: port ${port} is taken. Stop what listens there, or set PORT to a free port.`);
  expect(code).toBe(1);
});

test("a second start from the same folder says where the first one serves", async () => {
  const folder = path.join(dataDir, "second");
  const lock = takeLock(path.join(folder, "running"), { at: "http://localhost:3000" });

  const { code, said } = await start({ DATA_DIR: folder });
  lock?.release();

  expect(said).toMatch(
    `Tattle already runs from this folder (http://localhost:3000, process ${process.pid}).`,
  );
  expect(code).toBe(1);
});
