import { env } from "./env";
import { UserError } from "./user-error.mjs";

/** The secret from which every key of this installation is derived. Throws if it is unset: only pages are built without it. */
export function authSecret(): string {
  if (!env.AUTH_SECRET)
    throw new UserError("AUTH_SECRET is not set, and nothing can be signed or encrypted without it.");
  return env.AUTH_SECRET;
}

/** With which something may have been signed or encrypted that is still good: the secret of today, and that before, while it is set. */
export const authSecrets = (): string[] => [
  authSecret(),
  ...(env.AUTH_SECRET_PREVIOUS ? [env.AUTH_SECRET_PREVIOUS] : []),
];
