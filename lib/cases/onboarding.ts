import { pool } from "@/lib/platform/db";

/** The first steps of a new case; each is true once it is done. */
export type OnboardingSteps = {
  snitch: boolean;
  checkIn: boolean;
  teammate: boolean;
  apiKey: boolean;
  webhook: boolean;
};

/** The onboarding progress of a case. Null once every step is done. */
export async function onboardingStepsOf(caseId: string): Promise<OnboardingSteps | null> {
  const { rows } = await pool.query<OnboardingSteps>(
    `SELECT EXISTS (SELECT FROM snitches WHERE case_id = $1) AS snitch,
       EXISTS (SELECT FROM snitches WHERE case_id = $1 AND status <> 'pending') AS "checkIn",
       (SELECT count(*) > 1 FROM members WHERE case_id = $1) AS teammate,
       EXISTS (SELECT FROM api_keys WHERE case_id = $1) AS "apiKey",
       EXISTS (SELECT FROM webhooks WHERE case_id = $1) AS webhook`,
    [caseId],
  );
  const [steps] = rows;
  return steps && Object.values(steps).includes(false) ? steps : null;
}
