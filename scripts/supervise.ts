import path from "node:path";
import { migrate } from "../prisma/migrate";
import { build } from "./build";
import { Child } from "./child";
import { openDatabase } from "./database";
import { atEnd } from "./ending.mjs";
import { authSecret, dataDirectory, givenEnvironment } from "./environment";
import { holderOf, takeLock } from "./lock.mjs";
import { choosePorts } from "./ports";
import { programs } from "./programs";
import { step } from "./progress.mjs";
import { proveRedis } from "./redis";
import { Stop } from "./stop.mjs";

/** Runs Tattle until it is told to end: its database, if none is given, and its three processes. */
export async function run(args: string[]): Promise<number> {
  const dev = args.includes("--dev");
  const given = await givenEnvironment();
  const dataDir = dataDirectory(given.DATA_DIR);
  const lock = lockFolder(dataDir);
  if (given.REDIS_URL) await proveRedis(given.REDIS_URL);
  const database = await openDatabase(given.DATABASE_URL, dataDir, { lasting: true });
  const [port = 0, checkInPort = 0, workerPort = 0] = await choosePorts([
    { variable: "PORT", port: given.PORT },
    { variable: "CHECK_IN_PORT", port: given.CHECK_IN_PORT },
    { variable: "WORKER_PORT", port: given.WORKER_PORT },
  ]);
  const APP_URL = process.env.APP_URL ? given.APP_URL : `http://localhost:${port}`;
  const CHECK_IN_URL = process.env.CHECK_IN_URL ? given.CHECK_IN_URL : `http://localhost:${checkInPort}`;
  const AUTH_SECRET = given.AUTH_SECRET ?? authSecret(dataDir);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: dev ? "development" : "production",
    PORT: String(port),
    CHECK_IN_PORT: String(checkInPort),
    WORKER_PORT: String(workerPort),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    APP_URL,
    CHECK_IN_URL,
    AUTH_SECRET,
    // The names that next-auth reads.
    NEXTAUTH_URL: APP_URL,
    NEXTAUTH_SECRET: AUTH_SECRET,
  };
  lock.update({ at: APP_URL });

  const applied = await step("Migrating the database", () => migrate(database.url));
  if (applied.length > 0)
    console.log(`Applied ${applied.length === 1 ? applied[0] : `${applied.length} migrations`}.`);
  if (!dev) env.TATTLE_BUILD = await build(env);

  const children = programs(env, dev).map((program) => new Child(program));
  // The worker last: it may still be sending what the others have just written.
  const [worker, ...doors] = [...children].reverse();
  atEnd(async () => {
    console.log("Stopping…");
    await Promise.all(doors.map((door) => door.stop()));
    await worker?.stop();
  });
  await step("Starting web, checkin and worker", () => Promise.all(children.map((child) => child.start())));

  console.log(greeting(env, !given.RESEND_API_KEY && !given.SMTP_URL));
  process.send?.({ serving: { appUrl: APP_URL, checkInUrl: CHECK_IN_URL, databaseUrl: database.url } });
  return new Promise(() => {});
}

/** Two at once would run two of everything on one database. */
function lockFolder(dataDir: string) {
  const file = path.join(dataDir, "running");
  const lock = takeLock(file);
  if (!lock) {
    const { at = "not yet serving", pid = "?" } = holderOf(file) ?? {};
    throw new Stop(
      `Tattle already runs from this folder (${at}, process ${pid}). Stop it first, or set DATA_DIR to another folder for a second one.`,
    );
  }
  atEnd(() => lock.release());
  return lock;
}

function greeting({ APP_URL, CHECK_IN_URL }: NodeJS.ProcessEnv, isMailCaptured: boolean): string {
  const lines = [
    "",
    `Tattle is serving after ${Math.round(process.uptime())} s.`,
    "",
    `  Pages and API   ${APP_URL}`,
    `  Check-ins       ${CHECK_IN_URL}`,
    ...(isMailCaptured
      ? [`  Captured mail   ${APP_URL}/outbox (set RESEND_API_KEY or SMTP_URL to send it)`]
      : []),
    "",
    `Open ${APP_URL}, sign up, and add your first snitch. Ctrl-C stops everything.`,
    "",
  ];
  return lines.join("\n");
}
