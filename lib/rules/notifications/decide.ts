import type { Severity } from "../incidents/incident";
import { type AlertMachine, groupAlert } from "../machines/group-alert";
import type { Alerting } from "./alerting";
import { buildTargetKey, type Decision, type Target } from "./because";
import { type Wait, waitOfChannel, waitOfPerson } from "./channel-hours";
import type { SkipReason } from "./choose-recipients";
import { type EmailFrequency, isEmailed, type RepeatableAlert } from "./email-frequency";
import type { QuietHours } from "./quiet-hours";
import { type CaseChannel, decideChannels, type Routing } from "./route";
import { stormUntil } from "./storm";

/** An alert as far as it decides who is emailed about it, and when. */
export type EmailedAlert = RepeatableAlert & {
  severity: Severity;
  /** The unreachable machine that its incident is a part of; absent if there is none. */
  machine?: AlertMachine | undefined;
};

/** An alert as far as it decides who is notified of it, and when. */
export type DecidedAlert = EmailedAlert & { alerting: Alerting };

/** What a case sends to one address. Anyone who reads it has one, however many alerts there are. */
export type Mailbox = {
  /** Null for a reader without quiet hours. */
  quiet: QuietHours | null;
  /** When emails about alerts went out one by one within the last minute; null if the case does not limit them. */
  sentAt: Date[] | null;
};

/** Someone who may be emailed about an alert. */
export type Person = {
  address: string;
  because: "chosen" | "stands in" | "escalated" | "knows by escalation" | "other step";
  frequency: EmailFrequency;
  /** Why the address may not be emailed; null if it may. */
  skipReason: SkipReason | null;
  /** When the address was last emailed about an alert of the snitch, as far as the frequency asks for it. */
  lastNotifiedAt: Date | null;
  mailbox: Mailbox;
};

/** All who may be notified of an alert, and how its channels are chosen. */
export type Audience = { people: Person[]; channels: CaseChannel[]; routing: Routing };

/**
 * Decides who is notified of each of these alerts, when, and why: one decision for everyone, or one for each address and each
 * channel of its audience. In their order, because an email about one may begin a storm for the next.
 */
export function decideNotifications(
  drafts: { alert: DecidedAlert; audience: Audience }[],
  now: Date,
): Decision[][] {
  const joined = new Set<string>();
  const emails = decideEmails(
    drafts.map(({ alert, audience }) => ({ alert, people: isEmailedNow(alert) ? audience.people : [] })),
    now,
    joined,
  );
  const findWait = rememberWaits(now);
  return drafts.map(({ alert, audience: { routing, channels } }, i) => [
    ...decideForAll(alert.alerting),
    ...(emails[i] ?? []),
    ...(alert.alerting.kind === "notify" ? decideChannels(routing, channels) : []).map((decision, n) => {
      const channel = channels[n];
      if (!channel || channel.takesEvents) return decision;
      const wait = findWait(channel, alert.severity);
      return decideByMachine(alert, decideByHours(decision, channel, routing, wait), joined);
    }),
  ]);
}

/** `waitOfChannel`, once for each channel and severity: many alerts of a burst go to one channel. */
function rememberWaits(now: Date) {
  const waits = new Map<string, Wait | null>();
  return ({ id, route, quiet = null }: CaseChannel, severity: Severity): Wait | null => {
    const key = `${id} ${severity}`;
    if (!waits.has(key)) waits.set(key, waitOfChannel(route, quiet, severity, now));
    return waits.get(key) ?? null;
  };
}

/**
 * The same decision, unless the channel gets no messages now. Those that are dropped include no end of an incident whose beginning
 * it got: otherwise it would take the incident to be open.
 */
function decideByHours(
  decision: Decision,
  { id, route }: CaseChannel,
  routing: Routing,
  wait: Wait | null,
): Decision {
  if (!wait || decision.when !== "now") return decision;
  const knowsBeginning = routing.kind === "routes" && routing.alert.notifiedIds?.includes(id);
  if (wait.reason === "hours" && route.outside === "drop" && !knowsBeginning)
    return { ...decision, when: "never", because: { reason: "outside hours" } };
  return { ...decision, when: "after quiet hours", because: wait };
}

export const isEmailedNow = ({ alerting }: { alerting: Alerting }) =>
  alerting.kind === "notify" && alerting.emails === "now";

/** The same decision, unless a message about the machine of the alert replaces one about the alert itself. */
function decideByMachine(alert: EmailedAlert | null, decision: Decision, joined: Set<string>): Decision {
  const isEnd = alert?.kind === "reporting";
  if (!alert?.machine || decision.when !== "now" || !(isEnd || alert.kind === "missing")) return decision;
  const grouping = groupAlert(isEnd, alert.machine, buildTargetKey(decision.to), joined);
  if (grouping === "alone") return decision;
  const when = grouping === "machine" ? "in summary" : "never";
  return { ...decision, when, because: { reason: "machine" } };
}

/** The decision about everyone, or about everyone who gets emails. There is none if it is decided about each. */
export function decideForAll(alerting: Alerting): Decision[] {
  switch (alerting.kind) {
    case "wait":
      return [{ to: { kind: "everybody" }, when: "later", because: { reason: alerting.hold } }];
    case "never":
      return [{ to: { kind: "everybody" }, when: "never", because: { reason: alerting.because } }];
    case "notify": {
      const { emails } = alerting;
      if (emails === "now") return [];
      const when = emails === "in summary" ? emails : "never";
      return [{ to: { kind: "every address" }, when, because: { reason: emails } }];
    }
  }
}

/** Decides which of these emails go out, and when. `alert`: null for a reminder that is about no alert. */
export function decideEmails(
  drafts: { alert: EmailedAlert | null; people: Person[] }[],
  now: Date,
  joined = new Set<string>(),
): Decision[][] {
  const timesByMailbox = new Map<Mailbox, Date[]>();
  return drafts.map(({ alert, people }) =>
    people.map((person) => {
      const sentAt = timesByMailbox.get(person.mailbox) ?? person.mailbox.sentAt;
      // A message about a machine is one, and begins no storm.
      const alone = decideByMachine(alert, decideEmail(person, alert, null, now), joined);
      const decision = alone.when === "now" ? decideEmail(person, alert, sentAt, now) : alone;
      if (alert && sentAt && decision.when === "now") timesByMailbox.set(person.mailbox, [...sentAt, now]);
      return decision;
    }),
  );
}

function decideEmail(
  { address, because, skipReason, frequency, lastNotifiedAt, mailbox }: Person,
  alert: EmailedAlert | null,
  sentAt: Date[] | null,
  now: Date,
): Decision {
  const to: Target = { kind: "email", address, as: ROLES[because] };
  if (because === "other step") return { to, when: "never", because: { reason: because } };
  if (skipReason !== null) return { to, when: "never", because: { reason: skipReason } };
  if (alert && !isEmailed(frequency, alert, lastNotifiedAt))
    return { to, when: "never", because: { reason: "frequency", frequency } };
  const wait = waitOfPerson(mailbox.quiet, alert?.severity ?? null, now);
  if (wait) return { to, when: "after quiet hours", because: wait };
  // A reminder about no alert goes out on its own.
  const stormEndsAt = alert && sentAt && stormUntil(sentAt, now);
  if (stormEndsAt) return { to, when: "in summary", because: { reason: "storm", until: stormEndsAt } };
  return { to, when: "now", because: { reason: because } };
}

const ROLES = {
  chosen: "recipient",
  "stands in": "stand-in",
  escalated: "step",
  "knows by escalation": "recipient",
  "other step": "step",
} as const satisfies Record<Person["because"], Extract<Target, { kind: "email" }>["as"]>;
