import { momentInUtc } from "@/components/time-formats";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { formatInterval, type Interval } from "@/lib/rules/schedule/interval";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { deadlineAfter } from "@/lib/rules/state/match-tick";

const STARTS: [Interval, string][] = [
  ["5_minute", "from minute 0 of the hour; so do 1, 2, 3, 10, 15 and 30 minutes"],
  ["hourly", "on the hour"],
  ["4_hour", "from midnight; so do 2, 3, 6, 8 and 12 hours"],
  ["daily", "at midnight"],
  ["weekly", "on Monday at midnight"],
  ["monthly", "on the 1st at midnight"],
];

/** When periods start, and when a job that stops now would raise an alert. */
export function Periods({ now }: { now: Date }) {
  const alertAt = (interval: Interval) =>
    new Date(deadlineAfter(calendarTerms(interval), now).getTime() + DEADLINE_ALLOWANCE_MS);
  return (
    <Table label="Periods">
      <Head columns={["Interval", "Periods start", "If no check-in arrives from now on, alert at"]} />
      <tbody>
        {STARTS.map(([interval, label]) => (
          <Row key={interval}>
            <Cell className="font-medium whitespace-nowrap">{formatInterval(interval)}</Cell>
            <Cell className="text-ink-quiet">{label}</Cell>
            <Cell className="whitespace-nowrap">
              <time dateTime={alertAt(interval).toISOString()}>{momentInUtc(alertAt(interval))}</time>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
