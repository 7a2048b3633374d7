import { durationInWords } from "@/lib/rules/duration-in-words";
import type { MailContent } from "./content";
import { inUtc, oneLine, truncate, withoutLinks } from "./format";
import { type TransactionalFacts, type TransactionalKind, transactionalFacts } from "./transactional-facts";

const MAX_SUBJECT_CHARACTERS = 80;
/** Names that strangers chose, in an e-mail that nobody asked for. */
const MAX_NAME_CHARACTERS = 60;
const IF_NOT_YOU = "If this wasn’t you, ignore this e-mail: nothing happens without the link.";

const shortened = (text: string) => truncate(oneLine(text), MAX_SUBJECT_CHARACTERS);
const shortName = (name: string) => truncate(withoutLinks(oneLine(name)), MAX_NAME_CHARACTERS);
const hostOf = (target: string) => (URL.canParse(target) ? new URL(target).host : target);

const countOf = (snitches: number) =>
  `${snitches.toLocaleString("en")} ${snitches === 1 ? "snitch" : "snitches"}`;

const lasting = (from: Date, until: Date) => durationInWords(until.getTime() - from.getTime());

/** The names, one on each line, and how many more there are. */
const listed = (names: string[], count: number) =>
  [...names.map(oneLine), ...(count > names.length ? [`and ${count - names.length} more`] : [])].join("\n");

const CONTENTS: { [Kind in TransactionalKind]: (facts: TransactionalFacts<Kind>) => MailContent } = {
  invitation: ({ caseName, invitedBy, role, url, expiresAt }) => ({
    subject: `Join ${shortened(caseName)} on Tattle`,
    about: oneLine(caseName),
    title: `Join ${shortened(caseName)}`,
    lead: `${oneLine(invitedBy)} invites you to monitor the jobs of this case together.`,
    facts: [
      { label: "Your role", value: oneLine(role) },
      { label: "Valid until", value: inUtc(expiresAt) },
    ],
    button: { label: "Accept Invitation", url },
    closing: {
      words: "If you don’t know who that is, ignore this e-mail: you do not join without the link.",
    },
  }),

  verification: ({ url, expiresAt }) => ({
    subject: "Confirm your e-mail address",
    title: "Confirm your e-mail address",
    lead: "This address was entered at Tattle. Confirm that it is yours, so that alerts can reach you.",
    facts: [{ label: "Valid until", value: inUtc(expiresAt) }],
    button: { label: "Confirm Address", url },
    closing: { words: IF_NOT_YOU },
  }),

  // No words of the sender but two names, and none of them in the subject or the preview.
  address_confirmation: ({ caseName, snitchName, url }) => ({
    subject: "Confirm your address to be alerted",
    title: "May we e-mail you?",
    lead: "This address was entered at Tattle, which watches scheduled jobs and e-mails people when one does not run. You get no alerts unless you confirm.",
    facts: [
      { label: "Asked by the case", value: shortName(caseName) },
      ...(snitchName ? [{ label: "Alerts about", value: shortName(snitchName) }] : []),
    ],
    button: { label: "Confirm Address", url },
    closing: {
      words: "If you don’t expect this, ignore it: you get nothing more. To refuse all e-mails of this case,",
      link: { label: "open the same page", url },
    },
  }),

  magic_link: ({ url, expiresAt }) => ({
    subject: "Your link to sign in",
    title: "Sign in to Tattle",
    lead: "You asked for a link to sign in. It works once.",
    facts: [{ label: "Valid until", value: inUtc(expiresAt) }],
    button: { label: "Sign In", url },
    closing: { words: IF_NOT_YOU },
  }),

  password_reset: ({ url, expiresAt }) => ({
    subject: "Choose a new password",
    title: "Choose a new password",
    lead: "You asked for a new password. The old one works until you have chosen it.",
    facts: [{ label: "Valid until", value: inUtc(expiresAt) }],
    button: { label: "Choose Password", url },
    closing: { words: IF_NOT_YOU },
  }),

  email_changed: ({ newEmail, changedAt, url }) => ({
    subject: "Your e-mail address was changed",
    title: "Your e-mail address was changed",
    lead: "From now on, you sign in to Tattle with another address. This one gets no more e-mails about your account.",
    facts: [
      { label: "New address", value: oneLine(newEmail) },
      { label: "Changed", value: inUtc(changedAt) },
    ],
    button: { label: "Open Tattle", url },
    closing: {
      words: "If this wasn’t you, someone else is using your account: tell the operator of this Tattle now.",
    },
  }),

  webhook_switched_off: ({ caseName, target, failingSince, lastResponse, url }) => ({
    subject: `▲ Webhook switched off: ${shortened(hostOf(target))}`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: "Webhook switched off" },
    title: oneLine(hostOf(target)),
    lead: "It has accepted no alert for three days, so Tattle sends no more alerts to it. E-mails are still sent.",
    facts: [
      { label: "URL", value: oneLine(target) },
      { label: "Failing since", value: inUtc(failingSince) },
      { label: "Last response", value: shortened(lastResponse) },
    ],
    button: { label: "Open Webhook", url },
    closing: {
      words: "This e-mail is sent once. When the webhook works again,",
      link: { label: "switch it on, or remove it", url },
    },
  }),

  downtime: ({ caseName, startsAt, endsAt, snitches, url }) => ({
    subject: `Tattle was away for ${lasting(startsAt, endsAt)}`,
    ...(caseName !== null && { about: oneLine(caseName) }),
    badge: { tone: "failed", mark: "▲", label: "Tattle was away" },
    title: `We were away for ${lasting(startsAt, endsAt)}`,
    lead:
      snitches === 0
        ? "No check-in could reach Tattle in this time. No snitch had to be judged by it."
        : `No check-in could reach Tattle in this time, so ${countOf(snitches)} could not be judged: a job that ran looks like one that did not. Nobody was called missing because of it. Each has one more period; if it stays silent, you are told.`,
    facts: [
      { label: "From", value: inUtc(startsAt) },
      { label: "Until", value: inUtc(endsAt) },
      { label: "Not judged", value: countOf(snitches) },
    ],
    button: { label: "Open Tattle", url },
    closing: { words: "This e-mail is sent once." },
  }),

  no_check_ins: ({ since, expected, heldUntil, url }) => ({
    subject: "▲ No check-ins arrive: alerts are held",
    badge: { tone: "failed", mark: "▲", label: "No check-ins arrive" },
    title: "No check-ins reach Tattle",
    lead: `${countOf(expected)} that nearly always check in were due in the last minutes, in several networks, and nothing arrived from any job. Probably the way to Tattle is broken: look at DNS, certificates, the load balancer and the firewall.`,
    facts: [
      { label: "Last check-in", value: inUtc(since) },
      { label: "Alerts held until", value: inUtc(heldUntil) },
    ],
    button: { label: "Open Tattle", url },
    closing: {
      words: "If no check-in arrives until then, each case gets one summary of its missing snitches.",
    },
  }),

  missing_summary: ({ caseName, since, names, count, url }) => ({
    subject: `▲ Missing: ${countOf(count)}`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: "Missing" },
    title: `${countOf(count)} missing`,
    lead: `Tattle has received no check-in from any job since ${inUtc(since)}. Either the way to Tattle is broken, or these jobs did not run.`,
    quotes: [{ label: "Missing", body: listed(names, count), as: "prose" }],
    button: { label: "Open Case", url },
    closing: { words: "You get no further e-mail for each of them while no check-in arrives at all." },
  }),

  reporting_summary: ({ caseName, since, names, count, url }) => ({
    subject: `● Reporting again: ${countOf(count)}`,
    about: oneLine(caseName),
    badge: { tone: "healthy", mark: "●", label: "Reporting again" },
    title: `${countOf(count)} reporting again`,
    lead: `Check-ins have been arriving again since ${inUtc(since)}. What is still missing is told one by one from now on.`,
    quotes: [{ label: "Reporting again", body: listed(names, count), as: "prose" }],
    button: { label: "Open Case", url },
    closing: { words: "This e-mail is sent once." },
  }),
};

export const isTransactional = (kind: string): kind is TransactionalKind => kind in transactionalFacts;

/** The content of a transactional e-mail. `storedFacts`: its data as JSON. Throws if the data was deleted or is invalid. */
export function contentOf<Kind extends TransactionalKind>(kind: Kind, storedFacts: unknown): MailContent {
  return CONTENTS[kind](transactionalFacts[kind].parse(storedFacts) as TransactionalFacts<Kind>);
}
