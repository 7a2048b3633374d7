import type { Metadata } from "next";
import { momentInUtc } from "@/components/time-in-words";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/apply-time";
import { type Interval, intervalInWords } from "@/lib/rules/interval";
import { deadlineAfter } from "@/lib/rules/period";
import { Doc, P, Part, Points } from "../doc";

export const metadata: Metadata = { title: "Intervals, and when you hear" };

const STARTS: [Interval, string][] = [
  ["5_minute", "from minute 0 of the hour; so do 1, 2, 3, 10, 15 and 30 minutes"],
  ["hourly", "on the hour"],
  ["4_hour", "from midnight; so do 2, 3, 6, 8 and 12 hours"],
  ["daily", "at midnight"],
  ["weekly", "on Monday at midnight"],
  ["monthly", "on the 1st at midnight"],
];

export default function Intervals() {
  const now = new Date();
  const heardAt = (interval: Interval) =>
    new Date(deadlineAfter(interval, now).getTime() + DEADLINE_ALLOWANCE_MS);
  return (
    <Doc
      title="Intervals, and when you hear"
      lead="An interval cuts time into periods, the same ones for everybody, in UTC. One check-in in each period is enough."
    >
      <Part title="Periods">
        <Table label="Periods">
          <Head columns={["Interval", "Periods start", "Silent after now, you hear at"]} />
          <tbody>
            {STARTS.map(([interval, words]) => (
              <Row key={interval}>
                <Cell className="font-medium whitespace-nowrap">{intervalInWords(interval)}</Cell>
                <Cell className="text-ink-quiet">{words}</Cell>
                <Cell className="whitespace-nowrap">
                  <time dateTime={heardAt(interval).toISOString()}>{momentInUtc(heardAt(interval))}</time>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
        <P text="The time of day does not matter: a daily job may run at 03:00 today and at 22:00 tomorrow, and both count. Silence becomes a miss when a whole period has gone by after the one in which the job last checked in." />
      </Part>
      <Part title="When you hear">
        <Points
          of={[
            "You hear one minute after the period’s end, so that a check-in on its way at the boundary is not called missing.",
            "You hear once for each period that is missed, until the job reports or the snitch is paused.",
            "An error report (`s` other than `0`) is told at once, and again at most once per period.",
            "That a job reports again is told at once.",
            "A new snitch that has not checked in for three days, or one that has been paused for three days, reminds you once.",
          ]}
        />
      </Part>
      <Part title="Which interval?">
        <P text="Choose the one in which the job runs at least once in every period. A job that runs around midnight has days with two runs and days with none: give it another hour, or a longer interval. A job that may be late by hours is better off daily than hourly." />
      </Part>
    </Doc>
  );
}
