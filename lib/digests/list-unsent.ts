import { query } from "@/lib/platform/db";
import type { Hold } from "@/lib/rules/incidents/incident";
import type { Because } from "@/lib/rules/notifications/because";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { FREQUENCY_LABELS, HOLD_LABELS, reasonNotNotified } from "@/lib/rules/notifications/why-not-notified";
import type { AlertKind } from "@/lib/rules/state/alert-draft";

/** Alerts of a snitch that a reader did not get, or got later, and why: the end of a sentence that begins “because”. */
export type Unsent = { name: string; count: number; isLater: boolean; because: string };

type Period = { caseId: string; address: string; start: Date; end: Date };

/** What a member was not sent of a time, or later than it happened, by snitch and reason, and first what was most often. */
export async function listUnsent(period: Period): Promise<Unsent[]> {
  const [withoutRecipient, toAddress] = await Promise.all([
    listWithoutRecipient(period),
    listToAddress(period),
  ]);
  const unsent = [
    ...withoutRecipient.map(({ name, count, isLater, ...alert }) => {
      const because = isLater && alert.hold ? HOLD_LABELS[alert.hold] : reasonNotNotified(alert);
      return { name, count, isLater, because };
    }),
    ...toAddress.map(({ name, count, heldFor, frequency }) => ({
      name,
      count,
      isLater: heldFor !== null,
      because: heldFor ? WAITED_FOR[heldFor] : `you get ${FREQUENCY_LABELS[frequency]}`,
    })),
  ];
  return mergeSame(unsent).toSorted((one, other) => other.count - one.count);
}

const WAITED_FOR = {
  quiet_hours: "they came in your quiet hours",
  storm: "many alerts came at once",
} as const;

/** An alert of an earlier version has the same words whatever it was. */
function mergeSame(unsent: Unsent[]): Unsent[] {
  const merged = new Map<string, Unsent>();
  for (const one of unsent) {
    const key = JSON.stringify({ ...one, count: 0 });
    merged.set(key, { ...one, count: one.count + (merged.get(key)?.count ?? 0) });
  }
  return [...merged.values()];
}

type WithoutRecipient = {
  name: string;
  count: number;
  isLater: boolean;
  kind: AlertKind;
  hold: Hold | null;
  isExcused: boolean;
  whyNotNotified: Because | null;
};

/** A pause is a person's own doing. The kinds lead to the index, as the alerts of a case may be those of years. */
const ABOUT_RESULTS = "a.kind IN ('missing', 'errored', 'reporting')";

/** Alerts that were sent to no one, and those that were sent to everyone later than they happened. */
const listWithoutRecipient = ({ caseId, start, end }: Period) =>
  query<WithoutRecipient>(
    `SELECT s.name, count(*)::int AS count, a.is_told AS "isLater", a.kind::text AS kind, a.hold, a.is_excused AS "isExcused",
       CASE WHEN a.is_told THEN NULL ELSE jsonb_path_query_array(a.facts, '$.decisions[*] ? (@.to.kind == "everybody").because') -> -1
       END AS "whyNotNotified"
     FROM snitches s JOIN alerts a ON a.snitch_id = s.id AND ${ABOUT_RESULTS}
     WHERE s.case_id = $1 AND a.at >= $2 AND a.at < $3 AND a.disproved_at IS NULL AND (NOT a.is_told OR a.facts ? 'toldLater')
     GROUP BY s.id, 3, 4, 5, 6, 7`,
    [caseId, start, end],
  );

type ToAddress = { name: string; count: number } & (
  | { heldFor: keyof typeof WAITED_FOR; frequency: null }
  | { heldFor: null; frequency: EmailFrequency }
);

/** Emails that waited for others, and alerts that are left out because of how often this address wants one. */
const listToAddress = ({ caseId, address, start, end }: Period) =>
  query<ToAddress>(
    `SELECT s.name, count(*)::int AS count, of_address.held_for AS "heldFor", of_address.frequency FROM (
       SELECT a.snitch_id, e.held_for::text, NULL AS frequency
       FROM snitches s JOIN alerts a ON a.snitch_id = s.id AND ${ABOUT_RESULTS} JOIN emails e ON e.alert_id = a.id
       WHERE s.case_id = $1 AND a.at >= $2 AND a.at < $3 AND lower(e.address) = lower($4) AND e.held_for IS NOT NULL
       UNION ALL
       SELECT a.snitch_id, NULL, left_out #>> '{because,frequency}'
       FROM snitches s JOIN alerts a ON a.snitch_id = s.id AND ${ABOUT_RESULTS},
         jsonb_path_query(a.facts, '$.decisions[*] ? (@.because.reason == "frequency")') AS left_out
       WHERE s.case_id = $1 AND a.at >= $2 AND a.at < $3 AND lower(left_out #>> '{to,address}') = lower($4)
     ) AS of_address JOIN snitches s ON s.id = of_address.snitch_id
     GROUP BY s.id, 3, 4`,
    [caseId, start, end, address],
  );
