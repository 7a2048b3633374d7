import { intervalInWords, intervalOf } from "@/lib/snitches/interval";
import type { AlertKind, Status } from "@/lib/snitches/status";
import { exitStatusOf, leadOf } from "./alert-lead";
import type { Fact, Letter, Quote } from "./letter";
import { counted, cut, inUtc, lasting, lines, oneLine } from "./words";

export type AlertDetails = {
  alert: {
    kind: AlertKind;
    from: Status;
    to: Status;
    at: Date;
    exitStatus: string;
    message: string;
    lastCheckedInAt: Date | null;
    silentSince: Date | null;
  };
  snitch: { token: string; name: string; notes: string; interval: string; caseId: string; deadline: Date | null };
  caseName: string;
  alsoTold: string[];
  snitchUrl: string;
};

type Alert = AlertDetails["alert"];

const MOST_IN_SUBJECT = 80;
const MOST_OF_MESSAGE = 1_000;
const MOST_ADDRESSES = 10;

/** Everything that the mail about an alert says. */
export function factsOf({ alert, snitch, caseName, alsoTold, snitchUrl }: AlertDetails): Letter {
  const { lead, ...badge } = leadOf(alert);
  const title = oneLine(snitch.name);
  return {
    subject: `${badge.mark} ${badge.label}: ${cut(title, MOST_IN_SUBJECT)}`,
    about: oneLine(caseName),
    badge,
    title,
    lead,
    facts: [...timesOf(alert, snitch), ...exitOf(alert), { label: "Also told", value: listed(alsoTold) }],
    quotes: [
      ...quoted("What the job last said", cut(lines(alert.message), MOST_OF_MESSAGE)),
      ...quoted("Notes", lines(snitch.notes)),
    ],
    button: { label: "Open Snitch", url: snitchUrl },
    closing: {
      words: "You are among the people told about this snitch. To stop these mails,",
      link: { label: "pause it or change who is told", url: snitchUrl },
    },
  };
}

const WHEN: Record<AlertKind, string> = {
  missing: "Due by",
  errored: "Error reported",
  reporting: "Checked in",
  paused: "Paused",
};

/** What began at `silentSince`. A pause covers either trouble, so its words fit both. */
const BEGAN: Record<Status, string> = {
  pending: "Not healthy since",
  healthy: "Not healthy since",
  failed: "Missing since",
  errored: "Error before",
  paused: "Not healthy since",
};

function timesOf({ kind, from, at, silentSince, lastCheckedInAt }: Alert, snitch: AlertDetails["snitch"]): Fact[] {
  const { deadline } = snitch;
  const began = silentSince && `${inUtc(silentSince)} (${lasting(at.getTime() - silentSince.getTime())})`;
  return [
    { label: WHEN[kind], value: inUtc(at) },
    ...(began ? [{ label: BEGAN[from], value: began }] : []),
    { label: "Last healthy check-in", value: lastCheckedInAt ? inUtc(lastCheckedInAt) : "Never" },
    { label: "Expected", value: intervalInWords(intervalOf(snitch)) },
    ...(deadline && deadline > at ? [{ label: "Next due by", value: inUtc(deadline) }] : []),
  ];
}

function exitOf(alert: Alert): Fact[] {
  const value = exitStatusOf(alert);
  return value ? [{ label: "Exit status", value }] : [];
}

function listed(addresses: string[]): string {
  if (addresses.length === 0) return "Nobody else";
  const named = addresses.slice(0, MOST_ADDRESSES).map(oneLine);
  const more = addresses.length - named.length;
  return more ? `${named.join(", ")} and ${counted(more, "other")}` : named.join(", ");
}

const quoted = (label: string, body: string): Quote[] => (body.trim() ? [{ label, body }] : []);
