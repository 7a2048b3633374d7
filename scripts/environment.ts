import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Stop } from "./stop.mjs";

/** The environment as it is given, checked. A wrong value stops us with the line that names it. */
export async function givenEnvironment() {
  // The module reads the environment as it is imported, so the import itself may refuse. By another name it is another
  // module: the program's own reads the environment later, when the database is known.
  const imported: typeof import("../lib/platform/env") = await import(
    "../lib/platform/env?given" as string
  ).catch((thrown) => {
    throw thrown.constructor.name === "EnvError" ? new Stop(thrown.message) : thrown;
  });
  return imported.readEnv(process.env);
}

/** The folder for our own data, made if it is missing. */
export function dataDirectory(wanted: string): string {
  const folder = path.resolve(wanted);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, ".keep"), "");
  } catch (thrown) {
    throw new Stop(
      `DATA_DIR: ${folder} cannot be written (${(thrown as NodeJS.ErrnoException).code}). Set it to a folder of yours.`,
    );
  }
  return folder;
}

/** The secret that signs sessions: the same at every start, so that nobody is signed out by one. */
export function authSecret(dataDir: string): string {
  const file = path.join(dataDir, "auth-secret");
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
    renameSync(draft, file);
  }
  return readFileSync(file, "utf8");
}
