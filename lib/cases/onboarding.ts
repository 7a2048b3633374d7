/** The first steps of a new case; each is true once it is done. */
export type OnboardingSteps = {
  snitch: boolean;
  checkIn: boolean;
  teammate: boolean;
  apiKey: boolean;
  webhook: boolean;
  /** Only for the operator, who alone can do it. */
  email?: boolean;
};

export type DoneSteps = Omit<OnboardingSteps, "email">;

/** Which steps the case `$1` has done, as columns. The example job counts for none. */
export const DONE_STEPS = `
  EXISTS (SELECT FROM snitches WHERE case_id = $1 AND NOT is_example) AS snitch,
  EXISTS (SELECT FROM snitches WHERE case_id = $1 AND status <> 'pending' AND NOT is_example) AS "checkIn",
  (SELECT count(*) > 1 FROM members WHERE case_id = $1) AS teammate,
  EXISTS (SELECT FROM api_keys WHERE case_id = $1) AS "apiKey",
  EXISTS (SELECT FROM channels WHERE case_id = $1 AND user_id IS NULL) AS webhook`;

/** The onboarding progress of a case. Null once every step is done. `email`: given for the operator, whether email is set up. */
export function remainingSteps(
  done: DoneSteps | null,
  more: Pick<OnboardingSteps, "email"> = {},
): OnboardingSteps | null {
  const steps = done && { ...done, ...more };
  return steps && Object.values(steps).includes(false) ? steps : null;
}
