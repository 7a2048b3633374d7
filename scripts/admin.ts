import path from "node:path";
import { migrate } from "../prisma/migrate";
import { commandFor } from "./admin-arguments";
import { openDatabase } from "./database";
import { authSecret, dataDirectory, givenEnvironment } from "./environment";
import { holderOf, withLock } from "./lock.mjs";
import { Stop } from "./stop.mjs";

/** The operator's commands, on the database that a start from this folder would use. */
export async function run(args: string[]): Promise<number> {
  const { json, alone, carryOut } = commandFor(args);
  process.env.TATTLE_PROCESS = "admin";
  process.env.LOG_LEVEL ||= "warn";
  const given = await givenEnvironment();
  const dataDir = dataDirectory(given.DATA_DIR);
  const work = async () => {
    // A start that runs, or begins meanwhile, uses the same server.
    const isInUse = () => holderOf(path.join(dataDir, "running")) !== null;
    if (alone && isInUse()) throw new Stop("Tattle runs from this folder: stop it first, then restore.");
    const database = await openDatabase(given.DATABASE_URL, dataDir, { isInUse });
    try {
      if (!alone) await migrate(database.url);
      process.env.DATABASE_URL = database.url;
      process.env.DATA_DIR = dataDir;
      process.env.AUTH_SECRET = given.AUTH_SECRET ?? authSecret(dataDir);
      const commands = await import("./admin-commands");
      return await carryOut(commands).catch(refuse).finally(commands.close);
    } finally {
      await database.stop();
    }
  };
  // Of two commands at once, the first to finish must not stop the server under the other.
  const outcome = given.DATABASE_URL ? work() : withLock(path.join(dataDir, "admin.lock"), work);
  const { text, ...facts } = await outcome;
  console.log(json ? JSON.stringify(facts) : text);
  return 0;
}

function refuse(thrown: Error & { validations?: { attribute: string; message: string }[] }): never {
  if (thrown.constructor.name === "NotRestored") throw new Stop(thrown.message);
  if (thrown.name !== "Refusal") throw thrown;
  const reasons = thrown.validations?.map(({ attribute, message }) => `${attribute} ${message}`) ?? [];
  throw new Stop(reasons.length > 0 ? `${reasons.join("; ")}.` : thrown.message);
}
