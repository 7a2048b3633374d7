import { dropDatabase, withClient } from "@/lib/platform/postgres-server";

/** The database that all others of a test run are copies of. */
export const buildTemplateName = (prefix: string) => `${prefix}_template`;

/** Drops the databases whose names start with the prefix, or those of them that the filter accepts. */
export async function dropDatabases(serverUrl: string, prefix: string, filter = (_name: string) => true) {
  const { rows } = await withClient(serverUrl, (client) =>
    client.query("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [prefix]),
  );
  for (const name of rows.map(({ datname }) => String(datname)).filter(filter))
    await dropDatabase(serverUrl, name);
}
