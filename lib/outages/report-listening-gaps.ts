import { enqueueEmails, type TransactionalEmail } from "@/lib/emails/enqueue";
import { findRecipients } from "@/lib/emails/recipients/find";
import { SUMMARY_TIME } from "@/lib/incidents/raise-alerts";
import { CANARY } from "@/lib/metrics/canary";
import { mergeRows, type NewRows, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { ChosenRecipient } from "@/lib/rules/notifications/choose-recipients";
import { emailOperator, OPERATOR_URL } from "./email-operator";
import { LISTENING_GAPS } from "./listening-gaps";

/** A shorter gap is a restart: its unknown misses are in the history, and no one gets an email. */
const MIN_REPORTED = "interval '1 minute'";

/** By then every snitch whose job reports every minute or so has been evaluated. */
const WAIT = "interval '2 minutes'";

/** Older gaps are no longer reported. */
const MAX_AGE = "interval '2 days'";

/** Represents the operator in `silence_reports`, whose reports concern no case. */
const OPERATOR = "00000000-0000-0000-0000-000000000000";

const MAX_NAMES = 20;

/**
 * Sends the emails about listening gaps that are due: one to the operator and one to each case after a time in which no check-in
 * could arrive, and the summaries of alerts that were held although nothing was wrong with Tattle. Safe to run late, twice, or in several workers at once.
 */
export async function reportListeningGaps(): Promise<void> {
  for (const report of [reportToOperator, reportToCases, summarizeMissing, summarizeReporting])
    wakeWorkersLater(await transaction(report));
}

type Reported = { kind: string; startsAt: Date; caseId: string };

/** Notes that a report is sent. False if it was sent before. */
async function note(sql: Sql, { kind, startsAt, caseId }: Reported): Promise<boolean> {
  const noted = await sql(
    `INSERT INTO silence_reports (kind, silence_starts_at, case_id) VALUES ($1::email_kind, $2, $3)
     ON CONFLICT DO NOTHING RETURNING case_id`,
    [kind, startsAt, caseId],
  );
  return noted.length > 0;
}

type EndedGap = { startsAt: Date; endsAt: Date; snitches: number };

const ENDED = `(SELECT * FROM (${LISTENING_GAPS}) AS gaps
  WHERE ends_at - starts_at >= ${MIN_REPORTED} AND ends_at < now() - ${WAIT} AND ends_at > now() - ${MAX_AGE}) AS ended`;

const NOT_REPORTED = (kind: string, startsAt: string, caseId: string) => `NOT EXISTS (
  SELECT FROM silence_reports r WHERE r.kind = '${kind}' AND r.silence_starts_at = ${startsAt} AND r.case_id = ${caseId})`;

async function reportToOperator(sql: Sql): Promise<NewRows> {
  const listeningGaps = await sql<EndedGap>(
    `SELECT starts_at AS "startsAt", ends_at AS "endsAt",
       (SELECT count(DISTINCT snitch_id)::int FROM unknown_misses
        WHERE silence_starts_at = starts_at AND snitch_id <> '${CANARY.snitchId}') AS snitches
     FROM ${ENDED} WHERE ${NOT_REPORTED("downtime", "starts_at", `'${OPERATOR}'`)}`,
  );
  const rows: NewRows[] = [];
  for (const listeningGap of listeningGaps) {
    if (!(await note(sql, { kind: "downtime", startsAt: listeningGap.startsAt, caseId: OPERATOR }))) continue;
    const facts = { ...listeningGap, caseName: null, url: OPERATOR_URL };
    rows.push(await emailOperator(sql, { kind: "downtime", facts }));
  }
  return mergeRows(...rows);
}

async function reportToCases(sql: Sql): Promise<NewRows> {
  const cases = await sql<EndedGap & { caseId: string; caseName: string }>(
    `SELECT ended.starts_at AS "startsAt", ended.ends_at AS "endsAt", c.id AS "caseId", c.name AS "caseName",
       count(DISTINCT s.id)::int AS snitches
     FROM ${ENDED} JOIN unknown_misses m ON m.silence_starts_at = ended.starts_at
     JOIN snitches s ON s.id = m.snitch_id JOIN cases c ON c.id = s.case_id
     WHERE ${NOT_REPORTED("downtime", "ended.starts_at", "c.id")}
     GROUP BY 1, 2, 3, 4 HAVING min(m.noticed_at) < now() - ${WAIT}`,
  );
  const rows: NewRows[] = [];
  for (const { caseId, ...listeningGap } of cases) {
    if (!(await note(sql, { kind: "downtime", startsAt: listeningGap.startsAt, caseId }))) continue;
    const [recipients = []] = await findRecipients(sql, [{ caseId, alertEmail: [] }]);
    const facts = { ...listeningGap, url: `${env.APP_URL}/${caseId}` };
    rows.push(
      await enqueueEmails(
        sql,
        recipients.filter(mayBeEmailed).map(({ address }) => ({ kind: "downtime", address, caseId, facts })),
      ),
    );
  }
  return mergeRows(...rows);
}

const mayBeEmailed = ({ skipReason }: ChosenRecipient) => skipReason === null;

type SummarizedAlert = {
  caseId: string;
  caseName: string;
  name: string;
  alertEmail: string[];
  startsAt: Date;
  endsAt: Date | null;
};

/** While nothing arrives, each case gets one summary of its missing snitches, and another one only for more of them. */
const summarizeMissing = (sql: Sql) => summarize(sql, "missing", "true");

/** When check-ins arrive again, each case gets one summary of the snitches that report. */
const summarizeReporting = (sql: Sql) =>
  summarize(sql, "reporting", `(hold.starts_at IS NULL OR hold.ends_at < now() - ${SUMMARY_TIME})`);

/** Sends the summaries of alerts that wait for one, as soon as the condition about their hold is true. */
async function summarize(sql: Sql, kind: "missing" | "reporting", condition: string): Promise<NewRows> {
  const alerts = await sql<SummarizedAlert>(
    `WITH hold AS (SELECT starts_at, ends_at FROM (SELECT 1) AS one LEFT JOIN LATERAL (
       SELECT * FROM alert_holds WHERE expired_at IS NOT NULL ORDER BY starts_at DESC LIMIT 1) AS latest ON true)
     UPDATE alerts a SET awaits_summary = false FROM hold, snitches s, cases c
     WHERE a.awaits_summary AND a.kind = '${kind}' AND ${condition} AND s.id = a.snitch_id AND c.id = a.case_id
     RETURNING c.id AS "caseId", c.name AS "caseName", s.name, s.alert_email AS "alertEmail",
       coalesce(hold.starts_at, a.at) AS "startsAt", hold.ends_at AS "endsAt"`,
  );
  return enqueueEmails(sql, await buildSummaries(sql, kind, alerts));
}

/** One email for each case and recipient, with the snitches that this recipient gets alerts about. */
async function buildSummaries(
  sql: Sql,
  kind: "missing" | "reporting",
  alerts: SummarizedAlert[],
): Promise<TransactionalEmail[]> {
  const recipients = await findRecipients(sql, alerts);
  const summaries = new Map<string, { address: string; alerts: SummarizedAlert[] }>();
  for (const [i, alert] of alerts.entries()) {
    for (const { address } of recipients[i]?.filter(mayBeEmailed) ?? []) {
      const key = `${alert.caseId} ${address}`;
      summaries.set(key, { address, alerts: [...(summaries.get(key)?.alerts ?? []), alert] });
    }
  }
  return [...summaries.values()].flatMap(({ address, alerts }) => {
    const [first] = alerts;
    if (!first) return [];
    const { caseId, caseName, startsAt, endsAt } = first;
    const facts = {
      caseName,
      since: kind === "reporting" ? (endsAt ?? startsAt) : startsAt,
      names: alerts.slice(0, MAX_NAMES).map(({ name }) => name),
      count: alerts.length,
      url: `${env.APP_URL}/${caseId}`,
    };
    return { kind: `${kind}_summary` as const, address, caseId, facts };
  });
}
