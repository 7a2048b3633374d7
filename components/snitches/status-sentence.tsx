import { Time } from "@/components/time";
import { fromNow } from "@/components/time-formats";
import { CAUSE_CLAUSES } from "@/lib/rules/incidents/cause-labels";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import { isLate } from "@/lib/rules/state/is-late";
import type { PauseUntil, Status } from "@/lib/rules/state/snitch-state";

type Shown = {
  status: Status;
  deadline: Date | null;
  checkedInAt: Date | null;
  /** Why an errored snitch is errored; null if it is not, or if that is no longer known. */
  errorCause: AlertCause | null;
  missingSince: Date | null;
  pausedAt: Date | null;
  pauseUntil: PauseUntil | null;
  pauseEndsAt: Date | null;
};

type StatusSentenceProps = { snitch: Shown; now: Date };

/**
 * Says whether the job is running, and if not, since when. The status badge is shown next to it. The first and the last error have a line
 * each below it.
 */
export function StatusSentence({ snitch, now }: StatusSentenceProps) {
  const { status, deadline, checkedInAt, missingSince } = snitch;
  const last = checkedInAt ? (
    <>
      Its last healthy check-in was <Time at={checkedInAt}>{fromNow(checkedInAt, now)}</Time>.
    </>
  ) : (
    "It has had no healthy check-in."
  );
  const due = deadline && isLate(snitch, now) && (
    <>
      It was due by <Time at={deadline} near={now} />. Alerts are sent a minute after the deadline.{" "}
    </>
  );
  switch (status) {
    case "pending":
      if (!deadline) return "Waiting for the first check-in. Until then, no alerts are sent.";
      return (
        <>
          Its first run has started.{" "}
          {due || (
            <>
              A check-in is due by <Soon at={deadline} now={now} />.
            </>
          )}
        </>
      );
    case "healthy":
      if (due)
        return (
          <>
            {due}
            {last}
          </>
        );
      return deadline ? (
        <>
          Next check-in due by <Soon at={deadline} now={now} />.
        </>
      ) : (
        last
      );
    case "failed":
      return (
        <>
          Since {missingSince ? <Time at={missingSince} /> : "its deadline"}. {last}
        </>
      );
    case "errored":
      return (
        <>
          {errorText(snitch)}. {due}
          {last}
        </>
      );
    case "paused":
      return (
        <>
          No alerts are sent <PauseEnd snitch={snitch} now={now} />. {last}
        </>
      );
  }
}

const errorText = ({ errorCause }: Shown) =>
  `${(errorCause ?? "error") === "error" ? "It" : "A run"} ${CAUSE_CLAUSES[errorCause ?? "error"]}`;

function PauseEnd({ snitch: { pauseUntil, pauseEndsAt }, now }: StatusSentenceProps) {
  if (pauseUntil === "time" && pauseEndsAt)
    return (
      <>
        until <Soon at={pauseEndsAt} now={now} />
      </>
    );
  return pauseUntil === "unpaused" ? "until you unpause it" : "until it checks in again";
}

const Soon = ({ at, now }: { at: Date; now: Date }) => (
  <>
    <Time at={at} near={now} /> ({fromNow(at, now)})
  </>
);
