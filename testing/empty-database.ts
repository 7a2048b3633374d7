import { withClient } from "@/lib/platform/postgres-server";

/** Without a listener no snitch is called missing. Tests of listeners delete this one, which listens at any time. */
export const LISTENER = `INSERT INTO listeners (id, owner, since, seen_at) VALUES (0, 'tests', '-infinity', 'infinity')`;

/** Empties all tables, those of the queue included, and leaves the database as the migrations and the listener made it. */
export const emptyDatabase = (url: string) =>
  withClient(url, async (client) => {
    // A transaction that a file has left open must not stop the next one for ever.
    await client.query("SET lock_timeout = '10s'");
    // What triggers keep of a case goes after it.
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'
         AND (nspname = 'public' OR (nspname = 'bullmq' AND relname IN ('job', 'event')))
       ORDER BY relname <> 'cases', relname`,
    );
    await client.query([...rows.map(({ name }) => `DELETE FROM ${name}`), LISTENER].join("; "));
  });
