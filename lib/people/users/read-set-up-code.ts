import { withClient } from "@/lib/platform/postgres-server";
import { findOrCreateSetUpCode } from "./set-up-code";

/** The code that the first account of this database needs. Null once there is an account. */
export const readSetUpCode = (databaseUrl: string): Promise<string | null> =>
  withClient(databaseUrl, (client) =>
    findOrCreateSetUpCode(async (text, values) => (await client.query(text, values)).rows),
  );
