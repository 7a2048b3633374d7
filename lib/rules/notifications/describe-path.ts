import type { NotificationPath, Trouble } from "./unreachable-case";

const SENTENCES: Record<Trouble, (name: string, noun: string) => string> = {
  off: (name, noun) => `The ${noun} ${name} is switched off: switch it on.`,
  failing: (name, noun) => `The ${noun} ${name} isn’t accepting messages: see its latest responses.`,
  bounced: (name) =>
    `The mail server does not accept emails to ${name}: correct the address, or choose another.`,
  complained: (name) =>
    `The reader of ${name} reported an email as spam: ask them, then send to it again, or choose another address.`,
  left: (name) => `${name} unsubscribed: choose another alert address.`,
  unconfirmed: (name) => `${name} has not confirmed yet: ask again, or choose another alert address.`,
  quiet: (name) => `${name} has quiet hours for nearly the whole week: leave more time for emails.`,
  captured: () => "Emails are only kept in the outbox: the operator has to set up a mail server.",
};

/** Why this path notifies no one, and what to do. Empty if it works. */
export const describePath = ({ kind, name, trouble }: NotificationPath): string =>
  trouble ? SENTENCES[trouble](name, kind) : "";
