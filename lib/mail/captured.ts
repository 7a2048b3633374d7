import { type Column, insertMany } from "@/lib/platform/columns";
import { db, pool, query } from "@/lib/platform/db";
import { CAPTURED } from "./capture";
import type { EmailMessage, EmailProvider } from "./mail";

const columnsAt = (at: Date, from: string): Column<EmailMessage>[] => [
  ["id", "uuid", ({ id }) => id],
  ["at", "time", () => at],
  ["from", "text", () => from],
  ["to", "text", ({ to }) => to],
  ["subject", "text", ({ subject }) => subject],
  ["html", "text", ({ html }) => html],
  ["text", "text", ({ text }) => text],
];

/** Stores emails in the database instead of sending them. The operator can read them there. */
export const capturingProvider = (from: string): EmailProvider => ({
  maxBatchSize: 100,
  usesIdempotencyKeys: false,
  send: async (_key, messages) => {
    const at = new Date();
    await insertMany(query, "captured_emails", columnsAt(at, from), messages, "ON CONFLICT DO NOTHING");
    return { kind: "completed", results: messages.map(() => ({ kind: "accepted", text: CAPTURED })) };
  },
});

/** Deletes captured emails after 30 days. Repeated alerts would otherwise fill the database and its backups. */
export async function deleteOldCaptured(now: Date): Promise<void> {
  await pool.query("DELETE FROM captured_emails WHERE at < $1::timestamptz - interval '30 days'", [now]);
}

export const findCaptured = (id: string) => db.capturedEmail.findUnique({ where: { id } });
