import type { AlertCause } from "@/lib/rules/alert-cause";
import type { Hold } from "@/lib/rules/incidents/incident";
import { acknowledgeUrl, isBad, type Told } from "./told";

// Plain texts about what is told. They contain what people wrote as it is: each kind of channel escapes it.

const STATES: Record<string, string> = {
  missing: "is missing",
  errored: "reported an error",
  overran: "is running too long",
  reporting: "is reporting again",
  paused: "was paused",
  acknowledged: "was acknowledged",
  removed: "was deleted",
};

const STILL: Record<string, string> = {
  missing: "is still missing",
  errored: "still reports errors",
  overran: "is still running too long",
};

const WAS: Partial<Record<AlertCause, string>> = {
  missed: "was missing",
  overran: "ran too long",
};

/** What is told, without the name: “is missing”. */
export function stateOf(told: Told): string {
  if (told.isPast) return `${(told.cause && WAS[told.cause]) ?? "had an error"}, and ${STATES[told.event]}`;
  // Nothing was wrong before: it is the first report, or the first after a pause.
  if (told.event === "reporting" && !told.since) return "is reporting";
  return (told.isReminder && STILL[told.event]) || (STATES[told.event] ?? told.event);
}

/** What is told, in a line: “Nightly backup is missing”. */
export function titleOf(told: Told): string {
  if (told.event === "test") return "Test message from Tattle";
  if (told.event === "drill") return `Fire drill: can ${told.caseName} reach you here?`;
  if (told.event === "drill_ended") return "The fire drill is over";
  return `${told.snitch.name} ${stateOf(told)}`;
}

const REASONS: Record<AlertCause, string> = {
  missed: "It did not check in when it was due.",
  error: "It reported an error.",
  overran: "A run did not end within its time limit.",
  too_short: "A run was shorter than it may be.",
  check: "A run did not pass a check.",
};

const HOLDS: Record<Hold, string> = {
  threshold: "It went wrong several times in a row, as its settings ask for.",
  snooze: "It was snoozed until now.",
  maintenance: "Maintenance has ended, and it has not recovered.",
  parent: "What it depends on has recovered, and it has not.",
};

/** Why it is told, in a sentence or two. Empty if the title says it all. */
export function reasonOf(told: Told): string {
  if (told.event === "test") return "This channel works. The message is about no real job.";
  if (told.event === "drill")
    return "This is a fire drill: nothing is wrong. Open the link to confirm that you have seen this message.";
  if (told.event === "drill_ended") return "Somebody confirmed it, or a day has passed. Nothing is wrong.";
  if (told.event === "acknowledged") return `${told.acknowledgedBy ?? "Somebody"} takes care of it.`;
  if (!isBad(told)) return "";
  return [told.cause && REASONS[told.cause], told.heldBy && HOLDS[told.heldBy]].filter(Boolean).join(" ");
}

/** `2026-03-10 14:00 UTC`. */
export const timeText = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

export type Fact = { label: string; value: string };

/** What people want to know besides, without what is empty. */
export function factsOf(told: Told): Fact[] {
  if (told.event === "test" || told.event === "drill" || told.event === "drill_ended") return [];
  const { snitch, run } = told;
  const facts: [string, string | null | undefined][] = [
    ["Case", told.caseName],
    ["Since", told.since && timeText(told.since)],
    ["Until", told.isPast ? timeText(told.at) : null],
    ["Run", run && [run.rid, run.env, run.host].filter(Boolean).join(", ")],
    ["Failed check", run?.failed_check],
    ["Exit status", told.exitStatus],
    ["Last message", told.message],
    ["Tags", snitch.tags.join(", ")],
    ["Notes", snitch.notes],
  ];
  return facts.flatMap(([label, value]) => (value ? { label, value } : []));
}

export type NamedLink = { label: string; url: string };

/** The pages that help, the most useful first. */
export function linksOf(told: Told): NamedLink[] {
  if (told.drillUrl) return [{ label: "Confirm", url: told.drillUrl }];
  if (told.event === "test" || told.event === "drill_ended") return [];
  const { incident, snitch } = told;
  const acknowledge = acknowledgeUrl(told);
  return [
    ...(acknowledge ? [{ label: "Acknowledge", url: acknowledge }] : []),
    { label: "Open", url: incident?.url ?? snitch.url },
  ];
}

const segmenter = new Intl.Segmenter();

/** The text, or as much of it as is at most so long (in UTF-16 units) with “…” behind it. Never cuts a character apart. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let kept = "";
  for (const { segment } of segmenter.segment(text.slice(0, maxLength + 64))) {
    if (kept.length + segment.length > maxLength - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** `cut` for a limit in bytes of UTF-8. */
export function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = "";
  let bytes = Buffer.byteLength("…");
  for (const { segment } of segmenter.segment(text.slice(0, maxBytes))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return `${kept}…`;
}
