import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import { explainUnknown } from "@/lib/platform/unknown-names";
import { UserError } from "@/lib/platform/user-error.mjs";

const { O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Reads `.env`, if there is one. Variables that are set already win. Returns the names that are there. */
export function loadEnvFile(): string[] {
  if (!existsSync(".env")) return [];
  process.loadEnvFile(".env");
  return Object.keys(parseEnv(readFileSync(".env", "utf8")));
}

// `lib/platform/env` reads the environment when it is imported, and may throw then. The query makes this a separate module:
// modules that are imported later must read DATABASE_URL once it is known.
const importSettings = (): Promise<typeof import("../lib/platform/env")> =>
  import("../lib/platform/env?settings" as string);

/** A line for each name in `.env` that means nothing, and for each in the environment that a typing mistake may have made of another one. */
export async function listUnknownNames(env: NodeJS.ProcessEnv, fromFile: string[]): Promise<string[]> {
  const { ENV_NAMES } = await importSettings();
  return explainUnknown(Object.keys(env), fromFile, ENV_NAMES);
}

/** Checks the environment. An invalid value throws the line that names it. */
export async function readSettings(env: NodeJS.ProcessEnv) {
  try {
    const { readEnv } = await importSettings();
    return readEnv(env);
  } catch (error) {
    if ((error as Error).name === "EnvError") throw new UserError((error as Error).message);
    throw error;
  }
}

/**
 * Others must not read Tattle's data. Root does not run Postgres itself: the user who does may pass through to a folder that it
 * knows, and see no other.
 */
const DATA_MODE = process.getuid?.() === 0 ? 0o711 : 0o700;

/** Creates the folder for Tattle's data if it is missing, and closes it to other users. */
export function createDataFolder(name: string): string {
  const folder = path.resolve(name);
  try {
    makeFolder(folder, DATA_MODE);
    // A link of someone else's folder is not followed: root may start Tattle there.
    closeSync(openSync(path.join(folder, ".keep"), O_CREAT | O_WRONLY | O_NOFOLLOW));
    closeToOthers(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`DATA_DIR: ${folder} cannot be written (${code}). Set it to a folder that you own.`);
  }
  return folder;
}

/** A folder of someone else, such as a mounted volume, stays as they made it. */
function closeToOthers(folder: string): void {
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, DATA_MODE);
}

/** A generated secret has 43 characters. */
const SECRET_BYTES = 32;
const SECRET_LENGTH = Math.ceil((SECRET_BYTES * 8) / 6);

/** The secret that signs sessions. It is the same at every start, so a restart signs no one out. */
export function readAuthSecret(dataDir: string): string {
  const secret = findAuthSecret(dataDir);
  if (secret !== undefined) return secret;
  const file = authSecretFile(dataDir);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(SECRET_BYTES).toString("base64url"), { mode: 0o600 });
  renameSync(draft, file);
  return readFileSync(file, "utf8");
}

const authSecretFile = (dataDir: string) => path.join(dataDir, "auth-secret");

/** The secret that a start has made in this folder. Undefined if there is none. */
export function findAuthSecret(dataDir: string): string | undefined {
  const file = authSecretFile(dataDir);
  if (!existsSync(file)) return undefined;
  const secret = readFileSync(file, "utf8");
  // A full disk or a bad copy can cut it off. Another secret would sign everyone out and make channels unreadable.
  if (secret.trim().length < SECRET_LENGTH)
    throw new UserError(
      `The secret in ${file} is ${secret ? "cut off" : "empty"}. Restore the file from a copy, or set AUTH_SECRET. If there is no copy, delete the file: the next start creates a new secret, everyone has to sign in again, and channels must be added again.`,
    );
  return secret;
}
