import { Time } from "@/components/time";
import { Fact } from "@/components/ui/fact";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { formatSchedule } from "@/lib/rules/schedule/format-schedule";
import type { SettingFacts } from "@/lib/rules/state/alert-facts";
import type { MissFacts } from "@/lib/rules/state/explain-miss";
import type { UnknownMiss } from "@/lib/rules/state/listening-gap";
import type { DeadlineBasis } from "@/lib/rules/state/snitch-state";

type MissProps = {
  missed: MissFacts;
  settings: SettingFacts;
  deadline: Date;
  lastCheckedInAt: Date | null;
  unknownMisses: UnknownMiss[];
};

/** Which run was expected, and how the deadline that passed was composed: the rows of a `FactList`. */
export function Miss({ missed, settings, deadline, lastCheckedInAt, unknownMisses }: MissProps) {
  return (
    <>
      <Fact label="Expected">
        <Expected missed={missed} settings={settings} />
      </Fact>
      <Fact label="Schedule">
        <span className="wrap-anywhere">{formatSchedule(settings)}</span>
      </Fact>
      <Fact label="Last healthy">
        {lastCheckedInAt ? <Time at={lastCheckedInAt} as="exact" /> : "No earlier healthy check-in"}
      </Fact>
      <Fact label="Computed from">
        <Basis missed={missed} />
      </Fact>
      <Fact label="Deadline">
        <Time at={deadline} as="exact" />
        <p className="text-ink-quiet">{explainDeadline(missed, settings)}</p>
      </Fact>
      {unknownMisses.length > 0 && (
        <Fact label="Extra time">
          <ul className="grid gap-1">
            {unknownMisses.map(({ deadline: passed, listeningGap }) => (
              <li key={passed.toISOString()}>
                The deadline at <Time at={passed} /> was not evaluated: Tattle was not listening from{" "}
                <Time at={listeningGap.startsAt} as="second" near={passed} /> to{" "}
                <Time at={listeningGap.endsAt} as="second" />.
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

function Expected({ missed, settings }: Pick<MissProps, "missed" | "settings">) {
  const { runAt, periodEndsAt, countsFrom } = missed;
  const what = settings.startGrace != null ? "start or a check-in" : "check-in";
  if (periodEndsAt)
    return (
      <>
        A {what} from <Time at={new Date(runAt)} /> to <Time at={new Date(periodEndsAt)} />
      </>
    );
  if (settings.schedule?.match(/^every\b/i))
    return (
      <>
        A {what} by <Time at={new Date(runAt)} as="second" />
      </>
    );
  return (
    <>
      The run of <Time at={new Date(runAt)} />
      <p className="text-ink-quiet">
        A {what} counted for it from <Time at={new Date(countsFrom)} />.
      </p>
    </>
  );
}

const BASIS_LABELS: Record<DeadlineBasis, string> = {
  report: "The last report that counted:",
  error: "The last reported error:",
  missed: "The previous missed deadline:",
  unpaused: "The end of a pause:",
  rescheduled: "A schedule change:",
  silence: "When Tattle was listening again:",
  started: "The first start of a run, before any report:",
  overran: "A run that exceeded its limit:",
  time_zone: "Recomputed after a time zone database update, from:",
  restored: "A restored backup:",
};

/** What the deadline was computed from. */
function Basis({ missed: { by, since } }: { missed: MissFacts }) {
  if (!by || !since) return "Unknown: an earlier version of Tattle set this deadline.";
  return (
    <>
      {BASIS_LABELS[by]} <Time at={new Date(since)} as="exact" />
    </>
  );
}

/** How the deadline follows from the run that was expected. */
function explainDeadline({ smart, graceMs, periodEndsAt, by }: MissFacts, settings: SettingFacts): string {
  if (smart) {
    const start = periodEndsAt ? "the start of its period" : "the time of a run";
    const latest =
      smart.latestMs < 0
        ? `at least ${runDuration(-smart.latestMs)} before ${start}`
        : `within ${runDuration(smart.latestMs)} of ${start}`;
    return `A smart deadline: the job usually reported ${latest}. A tenth of the time between two runs (${runDuration(smart.marginMs)}) was added, at most until the next run.`;
  }
  const note =
    settings.alertType === "smart" && by
      ? " The snitch has smart deadlines, but its job had no usual time yet, or this deadline didn’t follow a report."
      : "";
  if (periodEndsAt) return `The end of the period.${note}`;
  const grace = settings.startGrace != null ? "grace for the start" : "grace";
  return `${runDuration(graceMs)} of ${grace} after the time of the run.${note}`;
}
