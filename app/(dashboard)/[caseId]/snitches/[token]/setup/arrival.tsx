import clsx from "clsx";
import { StatusBadge } from "@/components/status-badge";
import { Time } from "@/components/time";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import type { Status } from "@/lib/rules/state/snitch-state";

type ArrivalProps = {
  status: Status;
  checkedInAt: Date | null;
  /** Absent if the user may not manage snitches. */
  checkInNow?: FormAction;
};

/** Shows that the first check-in is awaited, then that it has arrived. */
export function Arrival({ status, checkedInAt, checkInNow }: ArrivalProps) {
  const isPending = status === "pending";
  return (
    <div
      className={clsx(
        "flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-lg border px-4 py-3 transition-colors duration-500",
        isPending ? "border-dashed border-line" : "border-line bg-surface-quiet",
      )}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span role="status" aria-label="Status" className={clsx(isPending && "*:before:animate-breathe")}>
          <StatusBadge status={status} />
        </span>
        <p className={clsx(isPending ? "text-ink-quiet" : "animate-appear")}>
          {describeArrival(status, checkedInAt)}
        </p>
      </div>
      {isPending && checkInNow && (
        <Form action={checkInNow} className="grid gap-2">
          <Submit look="plain" busy="Checking in…">
            Check In Now
          </Submit>
        </Form>
      )}
    </div>
  );
}

function describeArrival(status: Status, checkedInAt: Date | null): React.ReactNode {
  if (status === "pending") return "Waiting for the first check-in…";
  if (!checkedInAt)
    return "It reported an error, which proves that check-ins arrive. Waiting for a healthy one.";
  return (
    <>
      {status === "healthy" ? "Got it. It" : "It last"} checked in at <Time at={checkedInAt} as="time" />.
    </>
  );
}
