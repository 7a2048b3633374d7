import { remember } from "@epic-web/remember";
import { may, type Role } from "@/lib/cases/roles";
import { readAnswerToken } from "@/lib/outbox/answer-link";
import { query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openLimiter } from "@/lib/platform/limiter";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { HOUR_MS } from "@/lib/rules/durations";
import { nextMorning } from "@/lib/rules/notifications/mute";
import { workingTimezone } from "@/lib/rules/schedule/time-zone";
import { acknowledgeIncident } from "./acknowledge";
import { findIncidentRow, type IncidentRow } from "./list-rows";
import { snoozeIncident } from "./snooze";

/** What a link can do. It never pauses: a forwarded e-mail must not silence a job for good. */
export const ANSWERS = ["acknowledge", "snooze_hour", "snooze_morning"] as const;
export type Answer = (typeof ANSWERS)[number];

/** What its page shows. */
export type AnswerPage = {
  caseId: string;
  caseName: string;
  /** Whose link it is. */
  person: { id: string; email: string };
  incident: IncidentRow;
  /** Whether the case requires a second factor: the page then says what and since when, and answering needs a sign-in. */
  needsSignIn: boolean;
  /** Whether the person may answer it by the link now. */
  mayAnswer: boolean;
  /** When “until morning” is. */
  morning: Date;
};

type Row = Pick<AnswerPage, "caseId" | "caseName"> & {
  email: string;
  role: Role;
  needsFactor: boolean;
  zone: string;
};

/** The page of a link. Null if it is not ours or dead: after seven days, without the person in the case, and where the case has turned links off. */
export async function findAnswerPage(token: string, now: Date): Promise<AnswerPage | null> {
  const link = readAnswerToken(token, now);
  if (!link) return null;
  const [row] = await query<Row>(
    `SELECT c.id AS "caseId", c.name AS "caseName", u.email, m.role::text AS role,
       c.second_factor_required_since IS NOT NULL AS "needsFactor",
       coalesce(u.time_zone, u.browser_zone, s.timezone) AS zone
     FROM incidents i JOIN snitches s ON s.id = i.snitch_id JOIN cases c ON c.id = i.case_id
     JOIN members m ON m.case_id = c.id AND m.user_id = $2 JOIN users u ON u.id = m.user_id
     WHERE i.id = $1 AND c.answer_links`,
    [link.incidentId, link.userId],
  );
  const incident = row && (await findIncidentRow(row.caseId, link.incidentId));
  if (!row || !incident) return null;
  const needsSignIn = row.needsFactor || env.REQUIRE_SECOND_FACTOR;
  return {
    caseId: row.caseId,
    caseName: row.caseName,
    person: { id: link.userId, email: row.email },
    incident,
    needsSignIn,
    mayAnswer: !needsSignIn && may(row.role, "manage_snitches"),
    morning: nextMorning(now, workingTimezone(row.zone)),
  };
}

/** So that whoever has a link cannot fill the audit log of the case. */
const MAX_ANSWERS_AN_HOUR = 20;

const countAnswer = (key: string, now: Date) =>
  remember("tattle.answer-limiter", () =>
    openLimiter({
      name: "answers",
      limit: MAX_ANSWERS_AN_HOUR,
      windowSeconds: 3_600,
      redisUrl: env.REDIS_URL,
    }),
  ).consume(key, now);

/**
 * Answers an incident as the person whose link it is. Does nothing that is done already, and ends no snooze sooner. Refuses a dead link, and a
 * person who may not answer now.
 */
export async function answerByLink(token: string, answer: Answer, now: Date, address: string): Promise<void> {
  const page = await findAnswerPage(token, now);
  if (!page) throw notFound("link");
  const { caseId, person, incident, morning } = page;
  if (!page.mayAnswer) throw new Refusal("resource_invalid", "You may not answer this incident by a link.");
  const { isExceeded } = await countAnswer(`${person.id} ${incident.id}`, now);
  if (isExceeded) throw new Refusal("rate_limited", "This link was used too often. Try again in an hour.");
  const by = { kind: "user", id: person.id, name: person.email, address, via: "link" } as const;
  if (answer === "acknowledge") return acknowledgeIncident(caseId, incident.id, now, by);
  const until = answer === "snooze_hour" ? new Date(now.getTime() + HOUR_MS) : morning;
  if (incident.snoozedUntil && incident.snoozedUntil >= until) return;
  await snoozeIncident(caseId, incident.id, until, now, by);
}
