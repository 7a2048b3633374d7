import { formatCount } from "@/lib/rules/format-count";
import { formatSpan } from "@/lib/rules/format-duration";
import {
  listLines,
  oneLine,
  timesIn,
  truncate,
  type WriteTime,
  withoutLinks,
} from "@/lib/rules/messages/format";
import { acknowledgementAskedContent } from "./acknowledgement-asked";
import { addressMarkedContent } from "./address-marked";
import type { MailContent } from "./content";
import { digestContent } from "./digest";
import { diskLowContent } from "./disk-low";
import { drillContent } from "./drill";
import { incidentAssignedContent } from "./incident-assigned";
import { machineContent } from "./machine";
import { secondFactorContent } from "./second-factor";
import { snitchLimitContent } from "./snitch-limit";
import { suggestionsContent } from "./suggestions";
import { alertSummaryContent } from "./summary";
import { switchedOffContent } from "./switched-off";
import { type TransactionalFacts, type TransactionalKind, transactionalFacts } from "./transactional-facts";
import { unreachableCaseContent } from "./unreachable-case";

const MAX_SUBJECT_CHARACTERS = 80;
/** Names that strangers chose, in an email that no one asked for. */
const MAX_NAME_CHARACTERS = 60;
const IF_NOT_YOU = "If this wasn’t you, ignore this email: nothing happens unless the link is opened.";

const shortened = (text: string) => truncate(oneLine(text), MAX_SUBJECT_CHARACTERS);
const shortName = (name: string) => truncate(withoutLinks(oneLine(name)), MAX_NAME_CHARACTERS);

const formatSnitches = (snitches: number) => formatCount(snitches, "snitch", "snitches");

type BuildContent<Kind extends TransactionalKind> = (
  facts: TransactionalFacts<Kind>,
  writeTime: WriteTime,
) => MailContent;

const CONTENTS: { [Kind in TransactionalKind]: BuildContent<Kind> } = {
  invitation: ({ caseName, invitedBy, role, url, expiresAt }, writeTime) => ({
    subject: `Join ${shortened(caseName)} on Tattle`,
    about: oneLine(caseName),
    title: `Join ${shortened(caseName)}`,
    lead: `${oneLine(invitedBy)} has invited you to this case. A case is a workspace: its snitches (one for each monitored job), people and keys.`,
    facts: [
      { label: "Your role", value: oneLine(role) },
      { label: "Valid until", value: writeTime(expiresAt) },
    ],
    button: { label: "Accept Invitation", url },
    closing: {
      words: "If you don’t know who that is, ignore this email: you won’t join unless you open the link.",
    },
  }),

  verification: ({ url, expiresAt }, writeTime) => ({
    subject: "Confirm your email address",
    title: "Confirm your email address",
    lead: "This address was entered in Tattle. To receive alerts, confirm that it’s yours.",
    facts: [{ label: "Valid until", value: writeTime(expiresAt) }],
    button: { label: "Confirm Address", url },
    closing: { words: IF_NOT_YOU },
  }),

  // No words of the sender but two names, and none of them in the subject or the preview.
  address_confirmation: ({ caseName, snitchName, url }) => ({
    subject: "Confirm your address to get alerts",
    title: "May we email you?",
    lead: "This address was entered in Tattle, which monitors scheduled jobs and emails people when one does not run. You won’t get alerts unless you confirm.",
    facts: [
      { label: "Requested by", value: shortName(caseName) },
      ...(snitchName ? [{ label: "Alerts about", value: shortName(snitchName) }] : []),
    ],
    button: { label: "Confirm Address", url },
    closing: {
      words:
        "If you weren’t expecting this, ignore it: you won’t get more emails. To unsubscribe from this case,",
      link: { label: "open the same page", url },
    },
  }),

  magic_link: ({ url, expiresAt }, writeTime) => ({
    subject: "Your sign-in link",
    title: "Sign in to Tattle",
    lead: "You asked for a link to sign in. It works once.",
    facts: [{ label: "Valid until", value: writeTime(expiresAt) }],
    button: { label: "Sign In", url },
    closing: { words: IF_NOT_YOU },
  }),

  password_reset: ({ url, expiresAt }, writeTime) => ({
    subject: "Choose a new password",
    title: "Choose a new password",
    lead: "You asked to choose a new password. The old one keeps working until you do.",
    facts: [{ label: "Valid until", value: writeTime(expiresAt) }],
    button: { label: "Choose Password", url },
    closing: { words: IF_NOT_YOU },
  }),

  password_removed: ({ removedAt, url }, writeTime) => ({
    subject: "Your password was removed",
    title: "Your password was removed",
    lead: "You have just confirmed this address by signing in. The password that was set before the address was confirmed no longer works, because someone else could have set it. You are signed in only where you opened the link.",
    facts: [{ label: "Removed", value: writeTime(removedAt) }],
    button: { label: "Set a Password", url },
    closing: { words: "Without a password, you sign in with a link that we email you, or with a provider." },
  }),

  email_changed: ({ newEmail, changedAt, url }, writeTime) => ({
    subject: "Your email address was changed",
    title: "Your email address was changed",
    lead: "From now on, sign in to Tattle with the new address. We no longer send emails about your account to this one.",
    facts: [
      { label: "New address", value: oneLine(newEmail) },
      { label: "Changed", value: writeTime(changedAt) },
    ],
    button: { label: "Open Tattle", url },
    closing: {
      words:
        "If this wasn’t you, someone else is using your account: contact the operator of this installation now.",
    },
  }),

  second_factor_changed: secondFactorContent,

  webhook_switched_off: switchedOffContent,

  downtime: ({ caseName, startsAt, endsAt, snitches, url }, writeTime) => ({
    subject: `Tattle was down for ${formatSpan(startsAt, endsAt)}`,
    ...(caseName !== null && { about: oneLine(caseName) }),
    badge: { tone: "failed", mark: "▲", label: "Downtime" },
    title: `Tattle was down for ${formatSpan(startsAt, endsAt)}`,
    lead:
      snitches === 0
        ? "Tattle could not receive check-ins during this time. No snitches are affected."
        : `Tattle could not receive check-ins during this time, so it’s unknown whether the jobs of ${formatSnitches(snitches)} ran. No alerts were sent for this time. Each snitch gets one more period. If it still doesn’t check in, you’ll get an alert.`,
    facts: [
      { label: "From", value: writeTime(startsAt) },
      { label: "Until", value: writeTime(endsAt) },
    ],
    button: { label: "Open Tattle", url },
    closing: { words: "This is the only email about this." },
  }),

  no_check_ins: ({ since, expected, heldUntil, url }, writeTime) => ({
    subject: "▲ No check-ins received: alerts are delayed",
    badge: { tone: "failed", mark: "▲", label: "No check-ins received" },
    title: "Tattle is not receiving check-ins",
    lead: `${formatSnitches(expected)} that check in reliably were due in the last few minutes, from several networks, but no check-in was received from any job. The connection to Tattle is probably broken: check DNS, certificates, the load balancer and the firewall.`,
    facts: [
      { label: "Last check-in", value: writeTime(since) },
      { label: "Alerts delayed until", value: writeTime(heldUntil) },
    ],
    button: { label: "Open Tattle", url },
    closing: {
      words: "If no check-in is received by then, each case gets one summary of its missing snitches.",
    },
  }),

  disk_low: diskLowContent,

  missing_summary: ({ caseName, since, names, count, url }, writeTime) => ({
    subject: `▲ Missing: ${formatSnitches(count)}`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: "Missing" },
    title: formatSnitches(count),
    lead: `Tattle has received no check-in from any job since ${writeTime(since)}. Either the connection to Tattle is broken, or these jobs did not run.`,
    quotes: [{ label: "Missing", body: listLines(names.map(oneLine), count), as: "prose" }],
    button: { label: "Open Case", url },
    closing: { words: "You won’t get a separate email for each of them until check-ins arrive again." },
  }),

  reporting_summary: ({ caseName, since, names, count, url }, writeTime) => ({
    subject: `● Recovered: ${formatSnitches(count)}`,
    about: oneLine(caseName),
    badge: { tone: "healthy", mark: "●", label: "Recovered" },
    title: formatSnitches(count),
    lead: `Tattle has been receiving check-ins again since ${writeTime(since)}. From now on, you get an alert for each snitch that is still missing.`,
    quotes: [{ label: "Recovered", body: listLines(names.map(oneLine), count), as: "prose" }],
    button: { label: "Open Case", url },
    closing: { words: "This is the only email about this." },
  }),

  machine_silent: (facts, writeTime) => machineContent("machine_silent", facts, writeTime),
  machine_heard: (facts, writeTime) => machineContent("machine_heard", facts, writeTime),
  alert_summary: alertSummaryContent,

  digest: digestContent,

  suggestions: suggestionsContent,

  dead_end: unreachableCaseContent,

  address_marked: addressMarkedContent,

  drill: drillContent,

  snitch_limit_reached: snitchLimitContent,
  incident_assigned: incidentAssignedContent,
  page_components_removed: ({ caseName, removedBy, pages, url, auditUrl }) => ({
    subject: `Components removed from ${shortened(pages.map(({ title }) => title).join(", "))}`,
    about: oneLine(caseName),
    title: `${formatCount(pages.flatMap(({ names }) => names).length, "component")} removed from ${pages.length === 1 ? "a status page" : "status pages"}`,
    lead: `${oneLine(removedBy)} deleted the snitches behind them, so readers no longer see them.`,
    facts: pages.map(({ title, names }) => ({
      label: shortened(title),
      value: names.map(oneLine).join(", "),
    })),
    button: { label: "Open Status Pages", url },
    closing: {
      words: "Further removals within an hour are only",
      link: { label: "in the audit log", url: auditUrl },
    },
  }),
  subscription_confirmation: (content) => content,
  page_updates: ({ leaveUrl: _, ...content }) => content,
  acknowledgement_asked: acknowledgementAskedContent,
};

export const isTransactional = (kind: string): kind is TransactionalKind => kind in transactionalFacts;

/** The content of a transactional email. `storedFacts`: its data as JSON. `zone`: that of its times. Throws if the data was deleted or is invalid. */
export function buildTransactionalContent<Kind extends TransactionalKind>(
  kind: Kind,
  storedFacts: unknown,
  zone: string,
): MailContent {
  return CONTENTS[kind](
    transactionalFacts[kind].parse(storedFacts) as TransactionalFacts<Kind>,
    timesIn(zone),
  );
}
