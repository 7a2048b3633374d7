import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

// The processes as they run in production, started by themselves with an environment that they cannot work with.

/** Its network is for documents: no machine has it. */
const FOREIGN_ADDRESS = "192.0.2.99";
const PORTS = {
  web: "PORT",
  checkin: "CHECK_IN_PORT",
  mailin: "MAIL_IN_PORT",
  worker: "WORKER_PORT",
  "checkin-and-worker": "CHECK_IN_PORT",
};

const other = createServer();
let takenPort = "";
beforeAll(async () => {
  await once(other.listen(0, "0.0.0.0"), "listening");
  takenPort = String((other.address() as { port: number }).port);
});
afterAll(() => void other.close());

/** Starts a process. Its exit code, and what it wrote to standard error. */
async function run(program: string, variables: Record<string, string | undefined>) {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    DATA_DIR: "/tmp",
    MAIL_IN_PORT: "2525",
    ...variables,
  };
  for (const [name, value] of Object.entries(env)) if (value === undefined) Reflect.deleteProperty(env, name);
  const child = spawn(process.execPath, [path.join(inject("compiled"), `${program}.js`)], {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 60_000,
  });
  let complained = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (complained += text));
  const [code] = await once(child, "close");
  return { code, complained };
}

describe.each(Object.entries(PORTS))("%s ends at once with one line", (program, portName) => {
  // Wrong values are those of lib/platform/env.pure.test.ts.
  const wrong: [string, () => Record<string, string | undefined>, RegExp][] = [
    [
      "without a database",
      () => ({ DATABASE_URL: undefined }),
      /^DATABASE_URL is unset, and this process needs it/,
    ],
    [
      "without a secret",
      () => ({ AUTH_SECRET: undefined }),
      /^AUTH_SECRET is unset, and this process needs it/,
    ],
    [
      "for a port that is taken",
      () => ({ [portName]: takenPort, HOST: "127.0.0.1", WORKER_HOST: "127.0.0.1", TATTLE_BUILD: ".next" }),
      new RegExp(`^${portName}: port \\d+ is taken`),
    ],
    [
      "for an address that is not of this machine",
      () => ({ HOST: FOREIGN_ADDRESS, WORKER_HOST: FOREIGN_ADDRESS }),
      /^(WORKER_)?HOST: 192\.0\.2\.99 is not an address of this machine/,
    ],
  ];
  test.each(wrong)("%s", async (_, variables, line) => {
    const { code, complained } = await run(program, variables());
    expect(complained).toMatch(line);
    expect(complained.trimEnd()).not.toContain("\n");
    expect(code).toBe(1);
  });
});

test("web ends with one line if there are no built pages, and mailin if it cannot read its certificate", async () => {
  const web = await run("web", { PORT: String(await getPort()), TATTLE_BUILD: "/nowhere" });
  expect(web.complained).toMatch(/^TATTLE_BUILD: there are no built pages in \/nowhere\..+\n$/);
  expect(web.code).toBe(1);
  const file = "/nowhere/a.pem";
  const mail = await run("mailin", { MAIL_IN_TLS_CERT: file, MAIL_IN_TLS_KEY: file });
  expect(mail.complained).toBe(`MAIL_IN_TLS_CERT: ${file} cannot be read (ENOENT).\n`);
  expect(mail.code).toBe(1);
});

test.each(["web", "checkin", "mailin"])(
  "%s ends with one line if its journal could never be written",
  async (program) => {
    const { code, complained } = await run(program, { DATA_DIR: "/dev/null/data" });
    expect(complained).toBe(
      "DATA_DIR: /dev/null/data cannot be written (ENOTDIR). Set it to one that this process can write to.\n",
    );
    expect(code).toBe(1);
  },
);

test("migrate ends with one line if its database is not named, or does not respond", async () => {
  expect(await run("migrate", { DATABASE_URL: undefined })).toEqual({
    code: 1,
    complained: "DATABASE_URL is not set: set it to the database to migrate. `npm start` migrates its own.\n",
  });
  const { code, complained } = await run("migrate", { DATABASE_URL: "postgres://a:secret@127.0.0.1:9/none" });
  expect(complained).toMatch(
    /^DATABASE_URL: no Postgres server is responding at 127\.0\.0\.1:9 \(ECONNREFUSED\)\..+\n$/,
  );
  expect(code).toBe(1);
});
