import { authenticate } from "./authenticate";
import type { Person } from "./find";
import type { Credentials } from "./input";
import { refuseIfPasswordsOff } from "./passwords-off";
import { type AttemptSource, countSignInAttempt, resetSignInAttempts } from "./rate-limits";

/** The user with these credentials; null if they are wrong. Refuses too many attempts, before it checks the password. */
export async function signInWithPassword(
  input: Credentials,
  source: AttemptSource,
  now: Date,
): Promise<Person | null> {
  refuseIfPasswordsOff();
  await countSignInAttempt(input.email, source, now);
  const person = await authenticate(input);
  if (person) await resetSignInAttempts(input.email, source);
  return person;
}
