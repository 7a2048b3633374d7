import { buildDatabaseUrl, createDatabase, withClient } from "@/lib/platform/postgres-server";
import { migrate } from "@/prisma/migrate";

/** Creates a database of this name with all tables, and returns its URL. */
export async function prepareDatabase(serverUrl: string, name: string): Promise<string> {
  await createDatabase(serverUrl, name);
  const url = buildDatabaseUrl(serverUrl, name);
  await migrate(url);
  // Without a listener no one is called missing. This one listens at any time.
  await withClient(url, (client) =>
    client.query(
      "INSERT INTO listeners (id, owner, since, seen_at) VALUES (0, 'bench', '-infinity', 'infinity')",
    ),
  );
  return url;
}
