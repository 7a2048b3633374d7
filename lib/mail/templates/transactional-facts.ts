import { z } from "zod";

const url = z.url();
const when = z.coerce.date();

/** What each letter needs to know. It is kept as JSON until the letter is sent, hence the schemas. */
export const transactionalFacts = {
  /** Somebody may join a case. */
  invitation: z.object({
    caseName: z.string(),
    invitedBy: z.string(),
    role: z.string(),
    url,
    expiresAt: when,
  }),
  /** An address has to prove that it is theirs. */
  verification: z.object({ url, expiresAt: when }),
  magic_link: z.object({ url, expiresAt: when }),
  password_reset: z.object({ url, expiresAt: when }),
  /** A warning to the old address. `url` leads to where a person can act on it. */
  email_changed: z.object({ newEmail: z.string(), changedAt: when, url }),
  /** `target` is masked; `lastAnswer` says what came of the last try. */
  webhook_switched_off: z.object({
    caseName: z.string(),
    target: z.string(),
    failingSince: when,
    lastAnswer: z.string(),
    url,
  }),
};

export type TransactionalKind = keyof typeof transactionalFacts;
export type TransactionalFacts<Kind extends TransactionalKind> = z.output<(typeof transactionalFacts)[Kind]>;
