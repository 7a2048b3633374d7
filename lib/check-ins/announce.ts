import { hostname } from "node:os";
import { execute } from "./connection";

const HOLDER = `${hostname()} ${process.pid}`;

/** Tells the database that these journals wait and that we are alive: until they are withdrawn, nobody is called missing. */
export const announce = (journals: readonly { id: string; since: Date }[]): Promise<unknown> =>
  execute(
    `INSERT INTO journals (id, since, holder, heard_at)
     SELECT id, since, $3, now() FROM unnest($1::uuid[], $2::timestamptz[]) AS n (id, since)
     ON CONFLICT (id) DO UPDATE SET holder = EXCLUDED.holder, heard_at = EXCLUDED.heard_at`,
    [journals.map(({ id }) => id), journals.map(({ since }) => since), HOLDER],
  );

/** Every check-in of this journal is recorded. */
export const withdraw = (id: string): Promise<unknown> => execute("DELETE FROM journals WHERE id = $1", [id]);
