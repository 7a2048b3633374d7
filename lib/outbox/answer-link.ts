import { env } from "@/lib/platform/env";
import { readSignedPair, signPair } from "@/lib/platform/signed-id";
import { DAY_MS } from "@/lib/rules/durations";

const PERSON = "a person answers an incident";
const PERSON_DAYS = 7;

/** The link by which this member of its case answers an incident without a sign-in. The same in each attempt to send a message. */
export const personLink = (incidentId: string, userId: string, sentAt: Date): string =>
  `${env.APP_URL}/i/${signPair([incidentId, userId], new Date(sentAt.getTime() + PERSON_DAYS * DAY_MS), PERSON)}`;

/** Whom a link was sent to, and about what. Null if we did not make it, and once it has expired. */
export function readAnswerToken(token: string, now: Date): { incidentId: string; userId: string } | null {
  const [incidentId, userId] = readSignedPair(token, PERSON, now) ?? [];
  return incidentId && userId ? { incidentId, userId } : null;
}
