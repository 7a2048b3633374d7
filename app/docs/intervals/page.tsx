import type { Metadata } from "next";
import { momentInUtc } from "@/components/time-in-words";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { deadlineAfter } from "@/lib/rules/claim";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import { type Interval, intervalInWords } from "@/lib/rules/interval";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Intervals and alerts" };

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
  const alertAt = (interval: Interval) =>
    new Date(deadlineAfter(calendarTerms(interval), now).getTime() + DEADLINE_ALLOWANCE_MS);
  return (
    <DocPage
      title="Intervals and alerts"
      lead="An interval divides time into periods, in UTC and the same for every snitch. One check-in in each period is enough."
    >
      <DocSection title="Periods">
        <Table label="Periods">
          <Head columns={["Interval", "Periods start", "Without a check-in from now on, alert at"]} />
          <tbody>
            {STARTS.map(([interval, words]) => (
              <Row key={interval}>
                <Cell className="font-medium whitespace-nowrap">{intervalInWords(interval)}</Cell>
                <Cell className="text-ink-quiet">{words}</Cell>
                <Cell className="whitespace-nowrap">
                  <time dateTime={alertAt(interval).toISOString()}>{momentInUtc(alertAt(interval))}</time>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
        <Paragraph text="The time of day does not matter: a daily job may run at 03:00 today and at 22:00 tomorrow, and both count. A snitch is missing when a whole period has passed after the one in which the job last checked in." />
      </DocSection>
      <DocSection title="When you get alerts">
        <BulletList
          items={[
            "The alert is sent one minute after the end of the period, so that a check-in sent at the last moment still counts. During this minute the snitch is shown as late.",
            "You get one alert for each missed period, until the job checks in or the snitch is paused.",
            "An error report (`s` other than `0`) raises an alert immediately, and then at most one per period.",
            "When the job checks in again, you are notified immediately.",
            "If a new snitch has not checked in for three days, or a pause has lasted three days, you get one reminder.",
          ]}
        />
      </DocSection>
      <DocSection title="When Tattle itself is down">
        <Paragraph text="An outage of Tattle is not a missed check-in. If a check-in may have been lost while no server was listening, the period is unknown: its snitch gets one more period, and you get one e-mail that says how long Tattle was down. Unknown periods are not counted. If many jobs stop checking in at the same moment and no check-in is received from any job, alerts are delayed for up to 15 minutes: a broken connection to Tattle is more likely than a failure of every job." />
      </DocSection>
      <DocSection title="Which interval?">
        <Paragraph text="Choose an interval so that each period contains at least one run. A job that runs around midnight has days with two runs and days with none: move it to another hour, or choose a longer interval. For a job that may be hours late, choose daily instead of hourly." />
      </DocSection>
    </DocPage>
  );
}
