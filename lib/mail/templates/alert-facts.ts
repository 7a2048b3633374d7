import type { AlertKind } from "@/lib/rules/alert-draft";
import { intervalInWords, intervalOf } from "@/lib/rules/interval";
import type { Status } from "@/lib/rules/snitch-state";
import type { AlertDetails } from "./alert-details";
import { exitStatusOf, leadOf } from "./alert-lead";
import type { Fact, MailContent, Quote } from "./content";
import { capitalized, counted, cut, inUtc, lasting, lines, oneLine } from "./words";

type Alert = AlertDetails["alert"];

const MAX_SUBJECT_CHARACTERS = 80;
const MAX_MESSAGE_CHARACTERS = 1_000;
const MAX_ADDRESSES = 10;

/** Everything that the mail about an alert says. */
export function factsOf({ alert, snitch, caseName, alsoTold, snitchUrl }: AlertDetails): MailContent {
  const { lead, ...badge } = leadOf(alert);
  const title = oneLine(snitch.name);
  return {
    subject: `${badge.mark} ${badge.label}: ${cut(title, MAX_SUBJECT_CHARACTERS)}`,
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
    body: cut(lines(message), MAX_MESSAGE_CHARACTERS),
    as: "output",
  };
  const noted: Quote = { label: "Notes", body: lines(notes), as: "prose" };
  return [said, noted].filter(({ body }) => body !== "");
}

function listed(addresses: string[]): string {
  if (addresses.length === 0) return "Nobody else";
  const named = addresses.slice(0, MAX_ADDRESSES).map(oneLine);
  const more = addresses.length - named.length;
  return more ? `${named.join(", ")} and ${counted(more, "other")}` : named.join(", ");
}
