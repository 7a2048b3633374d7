import clsx from "clsx";
import { StatusBadge } from "@/components/snitches/status-badge";
import { timeInUtc } from "@/components/time-in-words";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import type { Status } from "@/lib/rules/snitch-state";

type ArrivalProps = {
  status: Status;
  checkedInAt: Date | null;
  /** Absent for who may only look. */
  checkInNow?: FormAction;
};

/** Waits for the first check-in, and says so the moment it comes. */
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
        <span role="status" aria-label="Status" className={clsx(isPending && "animate-breathe")}>
          <StatusBadge status={status} />
        </span>
        <p className={clsx(isPending ? "text-ink-quiet" : "animate-appear")}>
          {sentence(status, checkedInAt)}
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

function sentence(status: Status, checkedInAt: Date | null): string {
  if (status === "pending") return "Waiting for the first check-in…";
  if (!checkedInAt)
    return "It reported an error. That counts as hearing from it; a healthy check-in is next.";
  return `${status === "healthy" ? "Got it. It" : "It last"} checked in at ${timeInUtc(checkedInAt)}.`;
}
