import path from "node:path";
import { findWrongSecret } from "@/lib/health/wrong-secret";
import { UserError } from "@/lib/platform/user-error.mjs";
import { migrate } from "../prisma/migrate";
import { type AdminCommand, parseCommand } from "./admin-program";
import { createDataFolder, findAuthSecret, loadEnvFile, readAuthSecret, readSettings } from "./environment";
import { findHolder, withLock } from "./lock.mjs";
import { hasCluster, openDatabase, requireTattle } from "./open-database";
import { type ImportOptions, readImportKey } from "./read-import-key";
import { type PasswordOptions, readPassword } from "./read-password";

/** The commands that begin an installation. All others need one. */
const BEGINS = ["bootstrap", "restore"];

/** `npm run admin`: runs an operator's command on the database that `npm start` in this folder uses. */
export async function run(args: string[]): Promise<number> {
  const parsed = parseCommand(args);
  if (!parsed) return 0;
  loadEnvFile();
  const command = await withSecret(parsed);
  process.env.TATTLE_PROCESS = "admin";
  process.env.LOG_LEVEL ||= "warn";
  const settings = await readSettings(process.env);
  const begins = BEGINS.includes(command.name);
  const dataDir = begins ? createDataFolder(settings.DATA_DIR) : path.resolve(settings.DATA_DIR);
  if (!begins) await requireTattle(settings.DATABASE_URL, dataDir);
  const secret = settings.AUTH_SECRET ?? (begins ? readAuthSecret(dataDir) : findAuthSecret(dataDir));
  Object.assign(process.env, { DATA_DIR: dataDir }, secret && { AUTH_SECRET: secret });
  // What they name is set now.
  for (const name of ["AUTH_SECRET_FILE", "DATABASE_URL_FILE"]) delete process.env[name];
  const secrets = [secret, settings.AUTH_SECRET_PREVIOUS];
  const work = () => execute(command, { databaseUrl: settings.DATABASE_URL, dataDir, secrets });
  // Among two commands at once, the first to finish must not stop the embedded server.
  const lock = path.join(dataDir, "admin.lock");
  const { text, exitStatus, ...facts } = await (settings.DATABASE_URL ? work() : withLock(lock, work));
  console.log(command.isJson ? JSON.stringify(facts) : text);
  return exitStatus ?? 0;
}

type Outcome = { text: string; exitStatus?: number };

/** A bootstrap with its password, and an import with its key, wherever they were given. */
async function withSecret(command: AdminCommand): Promise<AdminCommand> {
  if (command.name === "importFrom") return withImportKey(command);
  if (command.name !== "bootstrap") return command;
  const { password, passwordStdin, ...options } = command.args[0] as PasswordOptions;
  const secret = await readPassword({ password, passwordStdin }, process.env.TATTLE_PASSWORD, process.stdin);
  // The programs that this one starts need not know it.
  delete process.env.TATTLE_PASSWORD;
  return { ...command, args: [{ ...options, password: secret }] };
}

async function withImportKey(command: AdminCommand): Promise<AdminCommand> {
  const [source, theCase, options] = command.args as [string, string, ImportOptions];
  const key = await readImportKey(source, options, process.env.TATTLE_IMPORT_KEY, process.stdin);
  delete process.env.TATTLE_IMPORT_KEY;
  return { ...command, args: [source, theCase, { ...options, key }] };
}

type Installation = { databaseUrl: string | undefined; dataDir: string; secrets: (string | undefined)[] };

async function execute({ name, args }: AdminCommand, { databaseUrl, dataDir, secrets }: Installation) {
  // A start, even one that begins meanwhile, uses the same server.
  const isInUse = () => findHolder(path.join(dataDir, "running")) !== null;
  // A restore needs an empty database for itself, and runs the migrations that the backup needs.
  const isRestore = name === "restore";
  if (isRestore && isInUse())
    throw new UserError("Tattle is running from this folder. Stop it first, then restore.");
  if (BEGINS.includes(name) && !databaseUrl && !hasCluster(dataDir))
    console.log(`There is no Tattle in ${dataDir} yet. Creating one.`);
  const database = await openDatabase(databaseUrl, dataDir, { isInUse });
  try {
    if (!isRestore) await migrate(database.url);
    process.env.DATABASE_URL = database.url;
    const commands = await import("./admin-commands");
    const command = commands[name] as (...args: unknown[]) => Promise<Outcome>;
    const outcome = await command(...args)
      .catch(explain)
      .finally(commands.close);
    const problem = await findWrongSecret(database.url, secrets);
    if (problem) console.error(problem);
    return outcome;
  } finally {
    await database.stop();
  }
}

/** Turns a refusal into one line. */
function explain(thrown: Error & { validations?: { attribute: string; message: string }[] }): never {
  if (thrown.name === "RestoreError") throw new UserError(thrown.message);
  if (thrown.name !== "Refusal") throw thrown;
  const reasons = thrown.validations?.map(({ attribute, message }) => `${attribute} ${message}`) ?? [];
  throw new UserError(reasons.length > 0 ? `${reasons.join("; ")}.` : thrown.message);
}
