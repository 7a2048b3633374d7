import path from "node:path";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { checkDatabase, createDatabase } from "@/lib/platform/postgres-server";
import { step } from "./progress.mjs";
import { onShutdown } from "./shutdown.mjs";

const NAME = "tattle";

/** `isInUse`: another process uses the server, so it is not stopped. `restart`: it is restarted when it dies. */
type Options = { isInUse?: () => boolean; restart?: boolean };

/** The database of DATABASE_URL, or else the embedded one in the data folder. It may need migrations. */
export async function openDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  { isInUse, restart }: Options = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (databaseUrl) {
    await checkDatabase(databaseUrl);
    return { url: databaseUrl, stop: async () => {} };
  }
  return step("Starting Postgres", async () => {
    const starting = startPostgres(path.join(dataDir, "postgres"));
    let stopRestarting = async () => {};
    const stop = onShutdown(async () => {
      const started = await starting.catch(() => null);
      await stopRestarting();
      if (!isInUse?.()) await started?.stop();
    });
    const { url, folder, restartWhenDead } = await starting;
    if (restart) stopRestarting = restartWhenDead();
    if (!folder.startsWith(dataDir)) console.log(`Postgres keeps its data in ${folder}.`);
    await createDatabase(url("postgres"), NAME);
    return { url: url(NAME), stop };
  });
}
