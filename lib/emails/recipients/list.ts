import { type ListedMark, listAddressMarks } from "@/lib/emails/address-marks";
import { formatNotSent, latestEmails } from "@/lib/emails/latest";
import { pool, prepared } from "@/lib/platform/db";
import { mustConfirm } from "./register";

/** An address, and whether it is emailed. */
export type ListedRecipient = {
  /** Null for a member, and while the address is not registered, which it is before its first email. */
  id: string | null;
  address: string;
  askedAt: Date | null;
  leftAt: Date | null;
  /** Whether emails wait for the address to be confirmed. */
  isUnconfirmed: boolean;
  /** Why the request to confirm has reached no one; null if it was sent, or will be. */
  notSent: string | null;
  /** Why emails do not reach it; null if they do. */
  mark: ListedMark | null;
};

type Row = Omit<ListedRecipient, "notSent" | "mark">;

const MAX_LISTED = 100;

/**
 * The addresses outside the case that its snitches use or whose readers left: those that are not emailed first, at most a
 * hundred. `total` counts all.
 */
export async function listRecipients(
  caseId: string,
): Promise<{ recipients: ListedRecipient[]; total: number }> {
  const { rows } = await pool.query<Row & { total: number }>(
    `WITH used AS (
       SELECT lower(a) AS address FROM snitches s CROSS JOIN unnest(s.alert_email) AS a WHERE s.case_id = $1
       UNION SELECT lower(alert_email) FROM cases WHERE id = $1 AND alert_email IS NOT NULL)
     SELECT r.id, r.address, r.asked_at AS "askedAt", r.left_at AS "leftAt",
       r.confirmed_at IS NULL AND $2 AS "isUnconfirmed", (count(*) OVER ())::int AS total
     FROM recipients r LEFT JOIN email_marks k ON k.case_id = $1 AND k.address = r.address AND k.mark IS NOT NULL
     WHERE r.case_id = $1 AND (r.left_at IS NOT NULL OR r.address IN (SELECT address FROM used)) AND ${IS_OUTSIDE}
     ORDER BY r.left_at DESC NULLS LAST, k.id IS NULL, r.confirmed_at IS NOT NULL, r.address LIMIT ${MAX_LISTED}`,
    [caseId, mustConfirm()],
  );
  const recipients = await withStates(
    caseId,
    rows.map(({ total: _, ...recipient }) => recipient),
  );
  return { recipients, total: rows[0]?.total ?? 0 };
}

/** Adds the outcome of the requests to confirm, and why emails do not arrive. */
async function withStates(caseId: string, rows: Row[]): Promise<ListedRecipient[]> {
  const addresses = rows.filter(({ askedAt, leftAt }) => askedAt && !leftAt).map(({ address }) => address);
  const [states, marks] = [
    await latestEmails(caseId, "address_confirmation", addresses),
    await listAddressMarks(caseId),
  ];
  return rows.map((row) => ({
    ...row,
    notSent: formatNotSent(states.get(row.address)),
    mark: marks.get(row.address) ?? null,
  }));
}

const IS_OUTSIDE = `NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.case_id = $1 AND u.email = r.address)`;

/**
 * Those of these addresses that the case does not email, because their readers left or have not confirmed yet, or because emails do
 * not reach them.
 */
export async function listNotEmailed(caseId: string, addresses: string[]): Promise<ListedRecipient[]> {
  if (addresses.length === 0) return [];
  const rows = await prepared<Row>(
    `SELECT known.id, r.address, known.asked_at AS "askedAt", known.left_at AS "leftAt",
       ${IS_OUTSIDE} AND known.confirmed_at IS NULL AND $3 AS "isUnconfirmed"
     FROM (SELECT DISTINCT lower(a) AS address FROM unnest($2::text[]) AS a) AS r
     LEFT JOIN recipients known ON known.case_id = $1 AND known.address = r.address AND ${IS_OUTSIDE}
     LEFT JOIN email_marks k ON k.case_id = $1 AND k.address = r.address AND k.mark IS NOT NULL
     WHERE k.id IS NOT NULL OR (${IS_OUTSIDE} AND (known.left_at IS NOT NULL OR (known.confirmed_at IS NULL AND $3)))
     ORDER BY r.address`,
    [caseId, addresses, mustConfirm()],
  );
  return withStates(caseId, rows);
}
