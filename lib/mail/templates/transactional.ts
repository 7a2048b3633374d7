import type { MailContent } from "./content";
import { type Rendered, renderContent } from "./render";
import { type TransactionalFacts, type TransactionalKind, transactionalFacts } from "./transactional-facts";
import { cut, inUtc, oneLine } from "./words";

const MAX_SUBJECT_CHARACTERS = 80;
const STRANGER = "If this wasn’t you, ignore this mail: nothing happens without the link.";
const name = (text: string) => cut(oneLine(text), MAX_SUBJECT_CHARACTERS);

const LETTERS: { [Kind in TransactionalKind]: (facts: TransactionalFacts<Kind>) => MailContent } = {
  invitation: ({ caseName, invitedBy, role, url, expiresAt }) => ({
    subject: `Join ${name(caseName)} on Tattle`,
    about: oneLine(caseName),
    title: `Join ${name(caseName)}`,
    lead: `${oneLine(invitedBy)} invites you to this case, to watch over its jobs together.`,
    facts: [
      { label: "Your role", value: oneLine(role) },
      { label: "Valid until", value: inUtc(expiresAt) },
    ],
    button: { label: "Accept Invitation", url },
    closing: { words: "If you don’t know who that is, ignore this mail: you join nothing without the link." },
  }),

  verification: ({ url, expiresAt }) => ({
    subject: "Confirm your e-mail address",
    title: "Confirm your e-mail address",
    lead: "This address was entered at Tattle. Confirm that it is yours, so that alerts can reach you.",
    facts: [{ label: "Valid until", value: inUtc(expiresAt) }],
    button: { label: "Confirm Address", url },
    closing: { words: STRANGER },
  }),

  magic_link: ({ url, expiresAt }) => ({
    subject: "Your link to sign in",
    title: "Sign in to Tattle",
    lead: "You asked for a link to sign in. It works once.",
    facts: [{ label: "Valid until", value: inUtc(expiresAt) }],
    button: { label: "Sign In", url },
    closing: { words: STRANGER },
  }),

  password_reset: ({ url, expiresAt }) => ({
    subject: "Choose a new password",
    title: "Choose a new password",
    lead: "You asked for a new password. The old one works until you have chosen it.",
    facts: [{ label: "Valid until", value: inUtc(expiresAt) }],
    button: { label: "Choose Password", url },
    closing: { words: STRANGER },
  }),

  email_changed: ({ newEmail, changedAt, url }) => ({
    subject: "Your e-mail address was changed",
    title: "Your e-mail address was changed",
    lead: "From now on, you sign in to Tattle with another address, and this one gets no more mails about your account.",
    facts: [
      { label: "New address", value: oneLine(newEmail) },
      { label: "Changed", value: inUtc(changedAt) },
    ],
    button: { label: "Open Tattle", url },
    closing: {
      words: "If this wasn’t you, somebody else uses your account: tell whoever runs this Tattle at once.",
    },
  }),

  webhook_switched_off: ({ caseName, target, failingSince, lastAnswer, url }) => ({
    subject: `▲ Webhook switched off: ${name(hostOf(target))}`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: "Webhook switched off" },
    title: oneLine(hostOf(target)),
    lead: "It accepted nothing for days, so no more alerts are sent to it. E-mails still go out.",
    facts: [
      { label: "URL", value: oneLine(target) },
      { label: "Failing since", value: inUtc(failingSince) },
      { label: "Last answer", value: cut(oneLine(lastAnswer), MAX_SUBJECT_CHARACTERS) },
    ],
    button: { label: "Open Webhook", url },
    closing: {
      words: "You are told once. When it works again,",
      link: { label: "switch it on, or remove it", url },
    },
  }),
};

const hostOf = (target: string) => (URL.canParse(target) ? new URL(target).host : target);

export const isTransactional = (kind: string): kind is TransactionalKind => kind in transactionalFacts;

/** The mail that is not about a snitch, from what was kept for it. */
export function contentOf<Kind extends TransactionalKind>(kind: Kind, kept: unknown): MailContent {
  return LETTERS[kind](transactionalFacts[kind].parse(kept) as TransactionalFacts<Kind>);
}

export const renderTransactional = (kind: TransactionalKind, kept: unknown): Promise<Rendered> =>
  renderContent(contentOf(kind, kept));
