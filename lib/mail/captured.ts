import { db, pool } from "@/lib/platform/db";
import type { EmailProvider } from "./mail";

/** Keeps mails in the database, where the operator can read them. */
export const capturingProvider = (from: string): EmailProvider => ({
  maxAtOnce: 100,
  usesIdempotencyKeys: false,
  send: async (_key, mails) => {
    const at = new Date();
    await db.capturedEmail.createMany({
      data: mails.map((mail) => ({ at, from, ...mail })),
      skipDuplicates: true,
    });
    return { kind: "answered", results: mails.map(() => ({ kind: "accepted", text: "captured" })) };
  },
});

const MAILS_SHOWN = 100;

/** The latest captured e-mails, newest first, without their HTML. */
export const listCaptured = () =>
  db.capturedEmail.findMany({
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: MAILS_SHOWN,
    select: { id: true, at: true, to: true, subject: true },
  });

/** Forgets captured e-mails after 30 days: alerts that repeat would fill the database and its backups. */
export async function deleteOldCaptured(now: Date): Promise<void> {
  await pool.query("DELETE FROM captured_emails WHERE at < $1::timestamptz - interval '30 days'", [now]);
}

export const findCaptured = (id: string) => db.capturedEmail.findUnique({ where: { id } });
