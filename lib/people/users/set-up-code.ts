import { createHash, timingSafeEqual } from "node:crypto";
import type { Sql } from "@/lib/platform/db";
import { newReadableCode, normalizeCode } from "@/lib/platform/readable-code";

/** Groups of four characters: 59 random bits. */
const GROUPS = 3;

/**
 * The code that a person needs to create the first account. Null once there is an account. It
 * stays the same until then, in all processes.
 */
export async function findOrCreateSetUpCode(sql: Sql): Promise<string | null> {
  await sql(
    `INSERT INTO set_up_codes (code) SELECT $1 WHERE NOT EXISTS (SELECT FROM users) ON CONFLICT DO NOTHING`,
    [newReadableCode(GROUPS)],
  );
  return findSetUpCode(sql);
}

/** The page on which the first account is created, with the code filled in. */
export const buildSetUpLink = (appUrl: string, code: string): string => `${appUrl}/sign-up?code=${code}`;

/** Whether this is the code that the first account needs. Capitals, spaces and dashes do not matter. */
export async function isSetUpCode(sql: Sql, text: string): Promise<boolean> {
  const code = await findSetUpCode(sql);
  return code !== null && timingSafeEqual(computeDigest(code), computeDigest(text));
}

async function findSetUpCode(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ code: string }>(
    "SELECT code FROM set_up_codes WHERE NOT EXISTS (SELECT FROM users)",
  );
  return row?.code ?? null;
}

/** Digests have equal lengths, so that they can be compared in constant time. */
const computeDigest = (code: string) => createHash("sha256").update(normalizeCode(code)).digest();
