import { z } from "zod";

const url = z.url();
const time = z.coerce.date();

/** The data of each transactional e-mail. It is stored as JSON until the e-mail is sent, so it needs schemas. */
export const transactionalFacts = {
  /** Invites a person to a case. */
  invitation: z.object({
    caseName: z.string(),
    invitedBy: z.string(),
    role: z.string(),
    url,
    expiresAt: time,
  }),
  /** Asks a person to confirm an address. */
  verification: z.object({ url, expiresAt: time }),
  magic_link: z.object({ url, expiresAt: time }),
  password_reset: z.object({ url, expiresAt: time }),
  /** Warns the old address. `url` is the page where the person can act on it. */
  email_changed: z.object({ newEmail: z.string(), changedAt: time, url }),
  /** `target` is masked; `lastResponse` is the outcome of the last attempt. */
  webhook_switched_off: z.object({
    caseName: z.string(),
    target: z.string(),
    failingSince: time,
    lastResponse: z.string(),
    url,
  }),
};

export type TransactionalKind = keyof typeof transactionalFacts;
export type TransactionalFacts<Kind extends TransactionalKind> = z.output<(typeof transactionalFacts)[Kind]>;
