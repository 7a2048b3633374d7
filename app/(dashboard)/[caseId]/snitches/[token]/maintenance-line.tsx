import { Time } from "@/components/time";
import { CalendarClock } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { findMaintenance, type LoadedSnitch } from "./load-snitch";

/** The maintenance that covers a snitch now, or else the next one within eight days. Nothing if there is none. */
export async function MaintenanceLine({ snitch, now }: { snitch: LoadedSnitch; now: Date }) {
  const { active, next } = await findMaintenance(snitch.id, snitch.caseId);
  const window = active ?? next;
  if (!window) return null;
  return (
    <p className="flex items-baseline gap-1.5 text-sm text-ink-quiet">
      <CalendarClock aria-hidden className="size-3.5 shrink-0 translate-y-0.5 text-paused" />
      <span className="min-w-0">
        {active ? (
          <>
            <span className="font-medium text-paused">
              Maintenance until <Time at={active.endsAt} near={now} />
            </span>
            : no alerts are sent before then.{" "}
          </>
        ) : (
          <>
            Next maintenance <Time at={window.startsAt} /> –{" "}
            <Time at={window.endsAt} near={window.startsAt} />.{" "}
          </>
        )}
        <Link
          href={`/${snitch.caseId}/maintenance`}
          className="wrap-anywhere underline underline-offset-4 hover:text-ink"
        >
          <bdi>{window.name}</bdi>
        </Link>
      </span>
    </p>
  );
}
