import { formatChannelName, type NamedChannel } from "@/lib/channels/name";
import { mustConfirm } from "@/lib/emails/recipients/register";
import { sendsRealEmail } from "@/lib/mail/provider";
import { prepared, type Sql } from "@/lib/platform/db";
import type { EmailMark } from "@/lib/rules/notifications/address-mark";
import { openMinutesAWeek, type QuietHours } from "@/lib/rules/notifications/quiet-hours";
import {
  findUnreachable,
  MIN_OPEN_MINUTES_A_WEEK,
  type NotificationPath,
  type Trouble,
} from "@/lib/rules/notifications/unreachable-case";

/** A channel that failed for so long, at least so often, counts as one that does not work. */
export const FAILING_TIME = "interval '1 hour'";
export const MIN_FAILURES = 3;

/** An email that was given up longer ago says nothing about today. */
const MAX_BOUNCE_AGE = "interval '30 days'";

/** The notification paths of a case, if none of them works; empty if one does. */
export const findUnreachableCase = async (caseId: string): Promise<NotificationPath[]> =>
  (await findUnreachableCases(prepared, [caseId])).get(caseId) ?? [];

/** `findUnreachableCase` for many cases, by the id of the case. A reachable case is left out. */
export async function findUnreachableCases(
  sql: Sql,
  caseIds: string[],
): Promise<Map<string, NotificationPath[]>> {
  const channels = await listChannelPaths(sql, caseIds);
  const working = new Set(channels.flatMap(({ caseId, trouble }) => (trouble === null ? caseId : [])));
  // Whatever is wrong with emails, those cases have a way that works.
  const others = caseIds.filter((caseId) => !working.has(caseId));
  if (others.length === 0) return new Map();
  const paths = [...channels, ...(await listEmailPaths(sql, others))];
  return new Map(
    others.flatMap((caseId) => {
      const unreachable = findUnreachable(paths.filter((path) => path.caseId === caseId));
      return unreachable.length > 0 ? [[caseId, unreachable]] : [];
    }),
  );
}

type PathOfCase = NotificationPath & { caseId: string };
type ChannelRow = NamedChannel & { id: string; caseId: string; isOff: boolean; isFailing: boolean };

async function listChannelPaths(sql: Sql, caseIds: string[]): Promise<PathOfCase[]> {
  const rows = await sql<ChannelRow>(
    `SELECT id, case_id AS "caseId", kind, name, url, disabled_at IS NOT NULL AS "isOff",
       coalesce(failing_since < now() - ${FAILING_TIME} AND failures >= ${MIN_FAILURES}, false) AS "isFailing"
     FROM channels WHERE case_id = ANY($1::uuid[]) ORDER BY id`,
    [caseIds],
  );
  return rows.map(({ id, caseId, isOff, isFailing, ...channel }) => {
    const trouble = isOff ? "off" : isFailing ? "failing" : null;
    const kind = channel.kind === "webhook" ? "webhook" : "channel";
    return { kind, id, caseId, name: formatChannelName(channel), trouble };
  });
}

type AddressRow = {
  caseId: string;
  /** Whether it is the alert address of the case. */
  isChosen: boolean;
  address: string;
  isMember: boolean;
  hasLeft: boolean;
  isConfirmed: boolean;
  bounced: boolean;
  /** What the provider said about the address; null if nothing bad. */
  mark: EmailMark | null;
  quiet: QuietHours | null;
};

/** The alert address of a case or, if there is none or it may not be emailed, its members. */
async function listEmailPaths(sql: Sql, caseIds: string[]): Promise<PathOfCase[]> {
  const rows = await sql<AddressRow>(
    `WITH addresses AS (
       SELECT c.id AS case_id, lower(c.alert_email) AS address, true AS is_chosen FROM cases c
       WHERE c.id = ANY($1::uuid[]) AND c.alert_email IS NOT NULL
       UNION ALL SELECT m.case_id, u.email, false FROM members m JOIN users u ON u.id = m.user_id
       WHERE m.case_id = ANY($1::uuid[]))
     SELECT DISTINCT ON (n.case_id, n.address) n.case_id AS "caseId", n.address, n.is_chosen AS "isChosen",
       m.user_id IS NOT NULL AS "isMember", r.left_at IS NOT NULL AS "hasLeft",
       r.confirmed_at IS NOT NULL AS "isConfirmed", ${BOUNCED} AS bounced, k.mark::text AS mark,
       CASE WHEN m.quiet_from IS NOT NULL AND EXISTS (
         SELECT FROM snitches s WHERE s.case_id = n.case_id AND s.severity <> 'critical')
       THEN jsonb_build_object('zone', m.timezone, 'from', m.quiet_from, 'to', m.quiet_to, 'days', m.quiet_days)
       END AS quiet
     FROM addresses n
     LEFT JOIN users u ON u.email = n.address LEFT JOIN members m ON m.case_id = n.case_id AND m.user_id = u.id
     LEFT JOIN recipients r ON r.case_id = n.case_id AND r.address = n.address
     LEFT JOIN email_marks k ON k.case_id = n.case_id AND k.address = n.address
     ORDER BY n.case_id, n.address, n.is_chosen DESC`,
    [caseIds],
  );
  return caseIds.flatMap((caseId) => chooseEmailPaths(rows.filter((row) => row.caseId === caseId)));
}

/** Whether the last email of the case to an address was given up. What its mark says is not counted twice. */
const BOUNCED = `EXISTS (
  SELECT FROM emails f WHERE f.case_id = n.case_id AND lower(f.address) = n.address AND f.gave_up_at IS NOT NULL
    AND f.skip_reason IS NULL AND f.mark IS NULL AND f.gave_up_at > now() - ${MAX_BOUNCE_AGE}
    AND NOT EXISTS (SELECT FROM emails later WHERE later.case_id = f.case_id AND lower(later.address) = n.address
      AND later.id > f.id AND later.sent_at IS NOT NULL AND later.summary_id IS NULL))`;

function chooseEmailPaths(rows: AddressRow[]): PathOfCase[] {
  const [first] = rows;
  // Then all of them have the same trouble.
  if (first && !sendsRealEmail()) return [{ ...toEmailPath(first), id: "", name: "", trouble: "captured" }];
  const row = rows.find(({ isChosen }) => isChosen);
  const path = row && toEmailPath(row);
  // The members stand in for an address that is not emailed, and for no other.
  if (path && path.trouble !== "left" && path.trouble !== "unconfirmed" && !row.mark) return [path];
  const members = rows.filter(({ isMember, address }) => isMember && address !== row?.address);
  return [...(path ? [path] : []), ...members.map(toEmailPath)];
}

function toEmailPath(row: AddressRow): PathOfCase {
  const { caseId, address } = row;
  return { kind: "email", id: address, caseId, name: address, trouble: findTrouble(row) };
}

function findTrouble({ isMember, hasLeft, isConfirmed, bounced, mark, quiet }: AddressRow): Trouble | null {
  if (!isMember && hasLeft) return "left";
  if (!isMember && mustConfirm() && !isConfirmed) return "unconfirmed";
  if (mark) return mark;
  if (bounced) return "bounced";
  return quiet && openMinutesAWeek(quiet) < MIN_OPEN_MINUTES_A_WEEK ? "quiet" : null;
}
