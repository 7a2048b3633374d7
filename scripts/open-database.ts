import { statSync } from "node:fs";
import path from "node:path";
import { buildClusterPath } from "@/lib/platform/embedded-postgres/address.mjs";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { checkDatabase, createDatabase, withClient } from "@/lib/platform/postgres-server";
import { UserError } from "@/lib/platform/user-error.mjs";
import { step } from "./progress.mjs";
import { onShutdown } from "./shutdown.mjs";

const NAME = "tattle";

/** `isInUse`: another process uses the server, so it is not stopped. `restart`: it is restarted when it dies. */
type Options = { isInUse?: () => boolean; restart?: boolean };

/** The database of DATABASE_URL, or else the embedded one in the data folder, which is made if it is missing. It may need migrations. */
export async function openDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  { isInUse, restart }: Options = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (databaseUrl) {
    await checkDatabase(databaseUrl);
    return { url: databaseUrl, stop: async () => {} };
  }
  return step(isInUse?.() ? "Connecting to Postgres" : "Starting Postgres", async () => {
    const starting = startPostgres(path.join(dataDir, "postgres"));
    let stopRestarting = async () => {};
    const stop = onShutdown(async () => {
      const server = await starting.catch(() => null);
      await stopRestarting();
      if (!isInUse?.()) await server?.stop();
    });
    const { url, folder, restartWhenDead } = await starting;
    if (restart) stopRestarting = restartWhenDead();
    if (!folder.startsWith(dataDir)) console.log(`Postgres keeps its data in ${folder}.`);
    await createDatabase(url("postgres"), NAME);
    return { url: url(NAME), stop };
  });
}

/**
 * Throws one line if there is no Tattle in this database, or else in this data folder: who asks about one means it, and not a new one
 * where the settings are missing. Makes nothing.
 */
export async function requireTattle(databaseUrl: string | undefined, dataDir: string): Promise<void> {
  if (databaseUrl) await checkDatabase(databaseUrl);
  if (databaseUrl ? await isMigrated(databaseUrl) : hasCluster(dataDir)) return;
  const place = databaseUrl
    ? `the database “${decodeURIComponent(new URL(databaseUrl).pathname.slice(1))}” of DATABASE_URL`
    : dataDir;
  throw new UserError(
    `There is no Tattle in ${place}. Set DATA_DIR or DATABASE_URL to the values of the running one; for a systemd service, use tattle-admin.`,
  );
}

/** Whether the embedded Postgres of this data folder has its files. Throws one line if this user may not know. */
export function hasCluster(dataDir: string): boolean {
  try {
    statSync(path.join(buildClusterPath(path.join(dataDir, "postgres")), "PG_VERSION"));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw new UserError(`${dataDir} cannot be read (${code}). Run this as the user that runs Tattle.`);
  }
}

const isMigrated = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass('_prisma_migrations')");
    return rows.length > 0;
  });
