import { Time } from "@/components/time";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { isDifferent, type ReplayedDay } from "@/lib/replay/days";
import type { PastAlert } from "@/lib/replay/replay-snitch";
import type { ReplayedAlert } from "@/lib/replay/simulated-history";
import { MINUTE_MS } from "@/lib/rules/durations";
import { DayName } from "./day-name";
import { formatCause, reasonNotSent } from "./replay-text";

/** More alerts of a day are only counted. */
const MAX_SHOWN = 5;

/** An alert whose notification was later than this is shown with both times. */
const LATE_MS = 5 * MINUTE_MS;

/** The days on which something was failing, the latest first, with the alerts that would have been sent, and those that were. */
export function DayTable({ days }: { days: ReplayedDay[] }) {
  const daysWithAlerts = days.filter(
    (day) => day.wouldNotify.length + day.wouldNotNotify.length + day.notified.length > 0,
  );
  if (daysWithAlerts.length === 0) {
    return <p className="text-ink-quiet">No missed check-ins and no errors on any of these days.</p>;
  }
  return (
    <Table label="Alerts day by day" stacks>
      <Head columns={["Day", "With these settings", "Sent at the time"]} />
      <tbody>
        {daysWithAlerts.toReversed().map((day) => (
          <DayRow key={day.start.toISOString()} day={day} />
        ))}
      </tbody>
    </Table>
  );
}

function DayRow({ day }: { day: ReplayedDay }) {
  const replayed = [...day.wouldNotify, ...day.wouldNotNotify].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  return (
    <Row className={isDifferent(day) ? "bg-accent/5" : undefined}>
      <Cell className="w-44 align-top font-medium max-sm:basis-full sm:pl-2">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <DayName start={day.start} />
          {isDifferent(day) && (
            <span className="rounded border border-accent/40 px-1.5 text-xs font-normal text-accent">
              Different
            </span>
          )}
        </span>
      </Cell>
      <Cell name="With these settings" className="align-top max-sm:basis-full sm:w-1/2">
        <Lines all={replayed}>{(alert) => <Replayed key={buildKey(alert)} alert={alert} />}</Lines>
      </Cell>
      <Cell name="Sent at the time" className="align-top max-sm:basis-full">
        <Lines all={day.notified}>{(alert) => <What key={buildKey(alert)} alert={alert} />}</Lines>
      </Cell>
    </Row>
  );
}

const buildKey = ({ at, kind, isReminder }: PastAlert) => `${at.toISOString()} ${kind} ${isReminder}`;

type LinesProps<Alert> = { all: Alert[]; children: (alert: Alert) => React.ReactNode };

function Lines<Alert>({ all, children }: LinesProps<Alert>) {
  if (all.length === 0) return <span className="text-ink-quiet">No alerts</span>;
  const hidden = all.length - MAX_SHOWN;
  return (
    <ul className="grid gap-0.5 tabular-nums">
      {all.slice(0, MAX_SHOWN).map(children)}
      {hidden > 0 && <li className="text-ink-quiet">and {hidden.toLocaleString("en")} more</li>}
    </ul>
  );
}

function What({ alert, children }: { alert: PastAlert; children?: React.ReactNode }) {
  return (
    <li>
      <Time at={alert.at} near={alert.at} isTabStop={false} /> {formatCause(alert)}
      {children}
    </li>
  );
}

function Replayed({ alert }: { alert: ReplayedAlert }) {
  const { notifiedAt, at, isNotified } = alert;
  if (!isNotified) {
    return (
      <What alert={alert}>
        <span className="text-ink-quiet">, not sent: {reasonNotSent(alert)}</span>
      </What>
    );
  }
  if (!notifiedAt || notifiedAt.getTime() - at.getTime() < LATE_MS) return <What alert={alert} />;
  return (
    <What alert={alert}>
      <span className="text-ink-quiet">
        , sent <Time at={notifiedAt} near={at} isTabStop={false} />
      </span>
    </What>
  );
}
