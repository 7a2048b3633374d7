import { fromNow, momentInUtc, soonInUtc } from "@/components/time-in-words";
import type { PauseUntil, Status } from "@/lib/snitches/status";

type Shown = {
  status: Status;
  deadline: Date | null;
  checkedInAt: Date | null;
  erroredAt: Date | null;
  missingSince: Date | null;
  pausedAt: Date | null;
  pauseUntil: PauseUntil | null;
  pauseEndsAt: Date | null;
};

/** Answers the only question: is it running, and if not, since when? The status itself stands beside it as a badge. */
export function statusSentence(snitch: Shown, now: Date): string {
  const last = snitch.checkedInAt
    ? `It last checked in ${fromNow(snitch.checkedInAt, now)}.`
    : "It never checked in.";
  switch (snitch.status) {
    case "pending":
      return "Waiting for the first check-in. Until then, nobody is alerted.";
    case "healthy":
      return snitch.deadline ? `Next check-in due by ${due(snitch.deadline, now)}.` : last;
    case "failed":
      return `Since ${snitch.missingSince ? momentInUtc(snitch.missingSince) : "its deadline"}. ${last}`;
    case "errored":
      return `It reported an error${snitch.erroredAt ? ` ${fromNow(snitch.erroredAt, now)}` : ""}. ${last}`;
    case "paused":
      return `Nobody is alerted ${pauseEnd(snitch, now)}. ${last}`;
  }
}

const due = (deadline: Date, now: Date) => `${soonInUtc(deadline, now)} (${fromNow(deadline, now)})`;

function pauseEnd({ pauseUntil, pauseEndsAt }: Shown, now: Date): string {
  if (pauseUntil === "time" && pauseEndsAt)
    return `until ${soonInUtc(pauseEndsAt, now)} (${fromNow(pauseEndsAt, now)})`;
  return pauseUntil === "unpaused" ? "until you unpause it" : "until it checks in again";
}
