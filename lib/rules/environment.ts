/** New values only: stored ones may be longer. */
const MAX_CHARACTERS = 64;

/**
 * Why a snitch cannot get this environment; null if it can. One that it has stays, however long it is. `setBy`: the protocol whose
 * check-ins set the snitch.
 */
export function environmentProblem(environment: string, setBy: string | null): string | null {
  if (setBy !== null) return "comes with the check-ins of the job: change it there";
  if (environment.length > MAX_CHARACTERS) return `is too long (maximum is ${MAX_CHARACTERS} characters)`;
  return /\p{Cc}/u.test(environment) ? "can't have control characters" : null;
}
