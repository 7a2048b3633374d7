import type { ListedIncident } from "@/lib/incidents/list";
import { ASK_MINUTES, isAsked } from "@/lib/rules/incidents/acknowledgement";

/** What keeps alerts about an incident back: in a few words, and in a sentence that says what happens next. */
export type Notice = { text: string; why: string };

export type NoticedIncident = Pick<
  ListedIncident,
  | "closedAt"
  | "acknowledgedAt"
  | "acknowledgedBy"
  | "ackAskedAt"
  | "snoozedUntil"
  | "hold"
  | "heldUntil"
  | "badCount"
  | "goodCount"
> & { heldBy: { name: string } | null; snitch: { alertAfter: number; recoverAfter: number } };

/** Why no one is alerted about an open incident now. Empty if someone is, and once it has ended. */
export function listNotices(incident: NoticedIncident, now: Date, when: (at: Date) => string): Notice[] {
  const { closedAt, goodCount, acknowledgedAt } = incident;
  if (closedAt) return [];
  return [
    ...(acknowledgedAt ? [acknowledgement(incident, when(acknowledgedAt))] : []),
    ...(goodCount > 0 ? [recovery(incident)] : []),
    ...holdNotices(incident, now, when),
  ];
}

const acknowledgement = (incident: NoticedIncident, at: string): Notice => ({
  text: "Acknowledged",
  why: `Acknowledged${incident.acknowledgedBy ? ` by ${incident.acknowledgedBy}` : ""}, ${at}. ${
    isAsked(incident)
      ? `Asked to confirm. Without a response, alerts resume after ${ASK_MINUTES} minutes.`
      : "No reminders are sent until it resolves or gets worse."
  }`,
});

const recovery = ({ goodCount, snitch: { recoverAfter } }: NoticedIncident): Notice => ({
  text: `Recovering, ${goodCount} of ${recoverAfter}`,
  why: `${goodCount} in a row succeeded. It resolves after ${recoverAfter}.`,
});

function holdNotices(incident: NoticedIncident, now: Date, when: (at: Date) => string): Notice[] {
  const { snoozedUntil, hold, heldUntil, heldBy, badCount, snitch } = incident;
  if (snoozedUntil && snoozedUntil > now) {
    const until = when(snoozedUntil);
    return [
      {
        text: `Snoozed until ${until}`,
        why: `Snoozed until ${until}. No alerts are sent before then, except when it resolves. The snitch stays monitored.`,
      },
    ];
  }
  const until = heldUntil && heldUntil > now ? when(heldUntil) : null;
  switch (hold) {
    case "threshold":
      return [
        {
          text: `Not alerted yet, ${badCount} of ${snitch.alertAfter}`,
          why: `An alert is sent after ${snitch.alertAfter} failures in a row${until ? `, or at ${until}` : ""}. So far: ${badCount}.`,
        },
      ];
    case "maintenance":
      // Once it is over, the alert is on its way.
      return until ? [maintenanceNotice(until)] : [];
    case "parent":
      return [heldBy ? parentNotice(heldBy.name) : waitNotice(until)];
    default:
      return [];
  }
}

const maintenanceNotice = (until: string): Notice => ({
  text: "Held by maintenance",
  why: `No alerts are sent during maintenance, until ${until}. If it has not recovered by then, an alert is sent.`,
});

const parentNotice = (name: string): Notice => ({
  text: `Held by ${name}`,
  why: `It depends on ${name}, which is missing or errored. No alerts are sent until that one is healthy again.`,
});

const waitNotice = (until: string | null): Notice => ({
  text: "Held",
  why: `It depends on another snitch that has to recover first.${until ? ` If it has not recovered by ${until}, an alert is sent.` : ""}`,
});
