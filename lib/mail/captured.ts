import { db, pool } from "@/lib/platform/db";
import { CAPTURED } from "./capture";
import type { EmailProvider } from "./mail";

/** Stores e-mails in the database instead of sending them. The operator can read them there. */
export const capturingProvider = (from: string): EmailProvider => ({
  maxBatchSize: 100,
  usesIdempotencyKeys: false,
  send: async (_key, messages) => {
    const at = new Date();
    await db.capturedEmail.createMany({
      data: messages.map(({ headers: _, ...message }) => ({ at, from, ...message })),
      skipDuplicates: true,
    });
    return { kind: "completed", results: messages.map(() => ({ kind: "accepted", text: CAPTURED })) };
  },
});

/** Deletes captured e-mails after 30 days. Repeated alerts would otherwise fill the database and its backups. */
export async function deleteOldCaptured(now: Date): Promise<void> {
  await pool.query("DELETE FROM captured_emails WHERE at < $1::timestamptz - interval '30 days'", [now]);
}

export const findCaptured = (id: string) => db.capturedEmail.findUnique({ where: { id } });
