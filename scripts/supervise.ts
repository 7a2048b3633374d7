import path from "node:path";
import { findWrongSecret } from "@/lib/health/wrong-secret";
import { readSetUpCode } from "@/lib/people/users/read-set-up-code";
import { buildSetUpLink } from "@/lib/people/users/set-up-code";
import { listUnwritable } from "@/lib/platform/unwritable-folder";
import { UserError } from "@/lib/platform/user-error.mjs";
import { COMMIT, VERSION } from "@/lib/platform/version";
import { formatCount } from "@/lib/rules/format-count";
import { isMigrated, migrate } from "../prisma/migrate";
import { build } from "./build";
import { bundle } from "./bundle.mjs";
import { Child } from "./child";
import { createDataFolder, listUnknownNames, loadEnvFile, readAuthSecret, readSettings } from "./environment";
import { findHolder, takeLock } from "./lock.mjs";
import { openDatabase, requireTattle } from "./open-database";
import { choosePorts } from "./ports";
import { runCommand } from "./process.mjs";
import { listPrograms } from "./programs";
import { step } from "./progress.mjs";
import { checkRedis } from "./redis";
import { onShutdown } from "./shutdown.mjs";

/** `npm start`: runs Tattle until a signal ends it. */
export async function run(args: string[]): Promise<number> {
  const fromFile = loadEnvFile();
  for (const warning of await listUnknownNames(process.env, fromFile)) console.warn(warning);
  if (args.includes("--prepare")) return prepare(process.env);
  const { appUrl, checkInUrl, mailDomain, isMailCaptured, setUpCode } = await serve(
    process.env,
    args.includes("--dev"),
  );
  console.log(`
Tattle is serving after ${Math.round(process.uptime())} s: version ${VERSION}, commit ${COMMIT}.

  Pages and API   ${appUrl}
  Check-ins       ${checkInUrl}
${mailDomain ? `  By email        <token>@${mailDomain}\n` : ""}${isMailCaptured ? `  Captured mail   ${appUrl}/outbox (set RESEND_API_KEY or SMTP_URL to send it)\n` : ""}${setUpCode ? `  Set-up code     ${setUpCode} (for the first account)\n` : ""}
${setUpCode ? `To create your account, open ${buildSetUpLink(appUrl, setUpCode)}` : `Open ${appUrl} and sign in.`}
Ctrl-C stops everything.
`);
  return new Promise(() => {});
}

/**
 * `npm start -- --prepare`: does what takes time at the first start of a version, while another version may run on the same data:
 * builds, and migrates the database. The version before works on the new schema, too.
 */
async function prepare(env: NodeJS.ProcessEnv): Promise<number> {
  const settings = await readSettings(env);
  const dataDir = path.resolve(settings.DATA_DIR);
  await requireTattle(settings.DATABASE_URL, dataDir);
  const isInUse = () => findHolder(path.join(dataDir, "running")) !== null;
  await buildAll(env);
  const database = await openDatabase(settings.DATABASE_URL, dataDir, { isInUse });
  const applied = await step("Migrating the database", () => migrate(database.url)).finally(database.stop);
  console.log(
    `Tattle ${VERSION} is prepared${applied.length > 0 ? `, with ${formatCount(applied.length, "migration")}` : ""}. Stop the running version, and start this one with the same settings.`,
  );
  return 0;
}

/** Compiles the processes and builds the pages, unless that is done. Returns where they are. */
async function buildAll(env: NodeJS.ProcessEnv): Promise<{ TATTLE_COMPILED: string; TATTLE_BUILD: string }> {
  return {
    TATTLE_COMPILED: env.TATTLE_COMPILED ?? (await bundle()),
    TATTLE_BUILD: env.TATTLE_BUILD ?? (await build()),
  };
}

/** Starts the database, if none is given, and the processes. Returns when all are ready. */
export async function serve(environment: NodeJS.ProcessEnv, isDevelopment = false) {
  const settings = await readSettings(environment);
  const dataDir = createDataFolder(settings.DATA_DIR);
  const lock = lockFolder(dataDir);
  // Jobs check in all the same: a folder of backups may only not be mounted yet.
  for (const problem of listUnwritable(settings)) console.error(problem);
  if (settings.REDIS_URL) await checkRedis(settings.REDIS_URL);
  const database = await openDatabase(settings.DATABASE_URL, dataDir, { restart: true });
  const { PORT, CHECK_IN_PORT, WORKER_PORT, MAIL_IN_PORT } = settings;
  // First, because the others may move to another port.
  if (MAIL_IN_PORT !== undefined) await choosePorts({ MAIL_IN_PORT }, environment);
  const ports = await choosePorts({ PORT, CHECK_IN_PORT, WORKER_PORT }, environment);
  const appUrl = environment.APP_URL ? settings.APP_URL : `http://localhost:${ports.PORT}`;
  const checkInUrl = environment.CHECK_IN_URL
    ? settings.CHECK_IN_URL
    : `http://localhost:${ports.CHECK_IN_PORT}`;
  const AUTH_SECRET = settings.AUTH_SECRET ?? readAuthSecret(dataDir);
  const env: NodeJS.ProcessEnv = {
    ...environment,
    ...ports,
    NODE_ENV: isDevelopment ? "development" : "production",
    DATABASE_URL: database.url,
    DATABASE_URL_FILE: undefined,
    DATA_DIR: dataDir,
    APP_URL: appUrl,
    CHECK_IN_URL: checkInUrl,
    AUTH_SECRET,
    AUTH_SECRET_FILE: undefined,
    // next-auth reads these names.
    NEXTAUTH_URL: appUrl,
    NEXTAUTH_SECRET: AUTH_SECRET,
  };
  lock.update({ at: appUrl });

  const applied = await step("Migrating the database", () => migrateApart(database.url, env));
  if (applied.length > 0)
    console.log(`Applied ${applied.length === 1 ? applied[0] : `${applied.length} migrations`}.`);
  const problem = await findWrongSecret(database.url, [AUTH_SECRET, settings.AUTH_SECRET_PREVIOUS]);
  if (problem) console.error(problem);
  const setUpCode = await readSetUpCode(database.url);
  if (!isDevelopment) Object.assign(env, await buildAll(env));

  const programs = listPrograms(env, isDevelopment);
  const children = programs.map((program) => new Child(program));
  // The worker stops last: it may still be sending what the others have just written.
  const [worker, ...servers] = [...children].reverse();
  const stopChildren = onShutdown(async () => {
    console.log("Stopping…");
    await Promise.all(servers.map((server) => server.stop()));
    await worker?.stop();
  });
  const names = programs.map(({ name }) => name).join(", ");
  await step(`Starting ${names}`, async () => {
    // On its own first: jobs wait for it, also during an upgrade.
    const isFirst = ({ name }: Child) => name.startsWith("checkin");
    await Promise.all(children.filter(isFirst).map((child) => child.start()));
    await Promise.all(children.filter((child) => !isFirst(child)).map((child) => child.start()));
  });
  return {
    appUrl,
    checkInUrl,
    databaseUrl: database.url,
    ports,
    setUpCode,
    mailDomain: MAIL_IN_PORT === undefined ? null : settings.MAIL_IN_DOMAIN,
    isMailCaptured: !settings.RESEND_API_KEY && !settings.SMTP_URL,
    async stop() {
      await stopChildren();
      await database.stop();
      await lock.release();
    },
  };
}

/** Migrates, where the programs are compiled, in a process that ends: this one would keep the 40 MB of the engine as long as it runs. */
async function migrateApart(url: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  if (!env.TATTLE_COMPILED) return migrate(url);
  if (await isMigrated(url)) return [];
  const { output } = await runCommand(process.execPath, [`${env.TATTLE_COMPILED}/migrate.js`], {
    env,
    failure: "The database could not be migrated: see above.",
  });
  return [...output.matchAll(/^Applied (\S+)$/gm)].map(([, name = ""]) => name);
}

/** Two starts from one folder would run everything twice on one database. */
function lockFolder(dataDir: string) {
  const file = path.join(dataDir, "running");
  const lock = takeLock(file);
  if (!lock) {
    const { at = "not yet serving", pid = "?" } = findHolder(file) ?? {};
    throw new UserError(
      `Tattle is already running from this folder (${at}, process ${pid}). Stop it first, or set DATA_DIR to another folder to start a second one.`,
    );
  }
  return { ...lock, release: onShutdown(lock.release) };
}
