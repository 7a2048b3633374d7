import type { AlertKind } from "@/lib/rules/alert-draft";
import { intervalInWords, intervalOf } from "@/lib/rules/interval";
import type { Status } from "@/lib/rules/status";
import { exitStatusOf, leadOf } from "./alert-lead";
import type { Fact, Letter, Quote } from "./content";
import { capitalized, counted, cut, inUtc, lasting, lines, oneLine } from "./words";

export type AlertDetails = {
  alert: {
    kind: AlertKind;
    /** The status before. */
    from: Status;
    at: Date;
    exitStatus: string;
    message: string;
    lastCheckedInAt: Date | null;
    silentSince: Date | null;
  };
  // Not its deadline: a mail that is sent again has to be the same, and the deadline moves.
  snitch: { name: string; notes: string; interval: string };
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
    facts: timesOf(alert, snitch.interval).concat({ label: "Also told", value: listed(alsoTold) }),
    quotes: quotesOf(alert.message, snitch.notes),
    button: { label: "Open Snitch", url: snitchUrl },
    closing: {
      words: "You are told about this snitch. To stop these mails,",
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

/** What began at `silentSince`. A pause may have covered either trouble, so the words for it fit both. */
const BEGAN: Partial<Record<Status, string>> = { failed: "Missing since", errored: "Error before" };

function timesOf(alert: Alert, interval: string): Fact[] {
  const { kind, from, at, silentSince, lastCheckedInAt } = alert;
  const exitStatus = exitStatusOf(alert);
  const began = silentSince && `${inUtc(silentSince)} (${lasting(at.getTime() - silentSince.getTime())})`;
  return [
    { label: WHEN[kind], value: inUtc(at) },
    ...(exitStatus ? [{ label: "Exit status", value: exitStatus }] : []),
    ...(began ? [{ label: BEGAN[from] ?? "Not healthy since", value: began }] : []),
    { label: "Last healthy check-in", value: lastCheckedInAt ? inUtc(lastCheckedInAt) : "Never" },
    { label: "Expected", value: capitalized(intervalInWords(intervalOf({ interval }))) },
  ];
}

function quotesOf(message: string, notes: string): Quote[] {
  const said: Quote = {
    label: "What the job last said",
    body: cut(lines(message), MOST_OF_MESSAGE),
    as: "output",
  };
  const noted: Quote = { label: "Notes", body: lines(notes), as: "prose" };
  return [said, noted].filter(({ body }) => body !== "");
}

function listed(addresses: string[]): string {
  if (addresses.length === 0) return "Nobody else";
  const named = addresses.slice(0, MOST_ADDRESSES).map(oneLine);
  const more = addresses.length - named.length;
  return more ? `${named.join(", ")} and ${counted(more, "other")}` : named.join(", ");
}
