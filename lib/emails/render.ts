import type { EmailMessage } from "@/lib/mail/mail";
import { renderAlert } from "@/lib/mail/templates/alert";
import { renderReminder } from "@/lib/mail/templates/reminder";
import type { Rendered } from "@/lib/mail/templates/render";
import { isTransactional, renderTransactional } from "@/lib/mail/templates/transactional";
import { db, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Prisma } from "@/lib/platform/generated/client";
import { log } from "@/lib/platform/log";

const SNITCH = {
  token: true,
  name: true,
  notes: true,
  interval: true,
  createdAt: true,
  pausedAt: true,
} as const;

/** What a notice needs of its row and its neighbours to become a mail. */
const OWED = {
  id: true,
  kind: true,
  address: true,
  facts: true,
  caseId: true,
  case: { select: { name: true } },
  snitch: { select: SNITCH },
  alert: { include: { emails: { select: { address: true } } } },
} as const;

type NewRows = Prisma.EmailGetPayload<{ select: typeof OWED }>;

/** The mails that these notices owe; none for a notice that is gone, with its case or its snitch. */
export async function renderEmails(ids: string[]): Promise<EmailMessage[]> {
  const emails = await db.email.findMany({ where: { id: { in: ids } }, select: OWED });
  const said = await lastMessages(emails.flatMap(({ alert }) => alert?.id ?? []));
  const rendered = await Promise.allSettled(
    emails.map(async (email) => ({ id: email.id, to: email.address, ...(await render(email, said)) })),
  );
  // One that cannot be written must not keep the others here. It stays owed, for as many tries as any other.
  return rendered.flatMap((result, i) => {
    if (result.status === "fulfilled") return result.value;
    log.error({ email: emails[i]?.id, err: result.reason }, "a notice could not be written");
    return [];
  });
}

async function render(email: NewRows, said: Map<string, string>): Promise<Rendered> {
  const { id, kind, facts, address, case: owner, caseId, snitch, alert } = email;
  if (isTransactional(kind)) return renderTransactional(kind, facts);
  if (!snitch || !owner) throw new Error(`Notice ${id} names no snitch.`);
  const caseName = owner.name;
  const snitchUrl = `${env.APP_URL}/${caseId}/snitches/${snitch.token}`;
  if (kind !== "alert") {
    const checkInUrl = `${env.CHECK_IN_URL}/${snitch.token}`;
    return renderReminder({ kind, snitch, caseName, snitchUrl, checkInUrl });
  }
  if (!alert) throw new Error(`Notice ${id} names no alert.`);
  const alsoTold = alert.emails.flatMap((other) => (other.address === address ? [] : other.address));
  const message = alert.message || (said.get(alert.id) ?? "");
  return renderAlert({ alert: { ...alert, message }, snitch, caseName, alsoTold, snitchUrl });
}

/** What the jobs had said last when they fell silent, by the alert's id. */
async function lastMessages(alertIds: string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; message: string }>(
    `SELECT a.id, said.message FROM alerts a CROSS JOIN LATERAL (
       SELECT message FROM check_ins c WHERE c.snitch_id = a.snitch_id AND c.at <= a.at AND c.accepted
       ORDER BY c.at DESC, c.id DESC LIMIT 1) AS said
     WHERE a.id = ANY($1::uuid[]) AND a.kind = 'missing'`,
    [[...new Set(alertIds)]],
  );
  return new Map(rows.map(({ id, message }) => [id, message]));
}
