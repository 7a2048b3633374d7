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

const EMAIL = {
  id: true,
  kind: true,
  address: true,
  facts: true,
  caseId: true,
  case: { select: { name: true } },
  snitch: { select: SNITCH },
  alert: { include: { emails: { select: { address: true } } } },
} as const;

type EmailRow = Prisma.EmailGetPayload<{ select: typeof EMAIL }>;

/** Renders these e-mails. Skips those that were deleted, and those that cannot be rendered, which are logged. */
export async function renderEmails(ids: string[]): Promise<EmailMessage[]> {
  const emails = await db.email.findMany({ where: { id: { in: ids } }, select: EMAIL });
  const messages = await lastMessages(emails.flatMap(({ alert }) => alert?.id ?? []));
  const rendered = await Promise.allSettled(
    emails.map(async (email) => ({ id: email.id, to: email.address, ...(await render(email, messages)) })),
  );
  return rendered.flatMap((result, i) => {
    if (result.status === "fulfilled") return result.value;
    log.error({ email: emails[i]?.id, err: result.reason }, "an e-mail could not be rendered");
    return [];
  });
}

async function render(email: EmailRow, messages: Map<string, string>): Promise<Rendered> {
  const { id, kind, facts, address, case: theCase, caseId, snitch, alert } = email;
  if (isTransactional(kind)) return renderTransactional(kind, facts);
  if (!snitch || !theCase) throw new Error(`E-mail ${id} has no snitch.`);
  const caseName = theCase.name;
  const snitchUrl = `${env.APP_URL}/${caseId}/snitches/${snitch.token}`;
  if (kind !== "alert") {
    const checkInUrl = `${env.CHECK_IN_URL}/${snitch.token}`;
    return renderReminder({ kind, snitch, caseName, snitchUrl, checkInUrl });
  }
  if (!alert) throw new Error(`E-mail ${id} has no alert.`);
  const otherRecipients = alert.emails.flatMap((other) => (other.address === address ? [] : other.address));
  const message = alert.message || (messages.get(alert.id) ?? "");
  return renderAlert({ alert: { ...alert, message }, snitch, caseName, otherRecipients, snitchUrl });
}

/** The message of the last check-in before each of these alerts, by alert id. Only for missing alerts. */
async function lastMessages(alertIds: string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; message: string }>(
    `SELECT a.id, latest.message FROM alerts a CROSS JOIN LATERAL (
       SELECT message FROM check_ins c WHERE c.snitch_id = a.snitch_id AND c.at <= a.at AND c.accepted
       ORDER BY c.at DESC, c.id DESC LIMIT 1) AS latest
     WHERE a.id = ANY($1::uuid[]) AND a.kind = 'missing'`,
    [[...new Set(alertIds)]],
  );
  return new Map(rows.map(({ id, message }) => [id, message]));
}
