import type { Metadata } from "next";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Smart alerts" };

export default function Smart() {
  return (
    <DocPage
      title="Smart alerts"
      lead="A basic snitch waits for the end of the period. A smart snitch learns when the job usually checks in, and alerts you soon after that time."
    >
      <DocSection title="The rule">
        <Paragraph text="For each of the last 7 periods with a healthy check-in, the snitch remembers how long after the start of the period the first one arrived. With at least 3 such times, of which the earliest and the latest differ by at most a quarter of the interval, the deadline is the start of the next period, plus the latest of these times, plus a tenth of the interval. It is never later than the deadline of a basic snitch." />
        <Paragraph text="A daily job that reports between 03:00 and 03:40 is due by 06:04, so you know in the morning instead of at midnight." />
        <Paragraph text="With a cron or OnCalendar schedule, the same rule counts from the time of each run, and the time between two runs stands for the interval. The deadline is never later than the time of the run after it." />
      </DocSection>
      <DocSection title="When to use it">
        <BulletList
          items={[
            "Jobs with one check-in per period, at about the same time. It tolerates some variation and follows slow changes.",
            "Jobs that run every hour or less often. With shorter intervals, the basic alert is early enough.",
          ]}
        />
      </DocSection>
      <DocSection title="See what it learned">
        <Paragraph text="The snitch’s page shows when the job usually checks in, when you would get an alert and why, with a chart of the latest check-ins. Changing the interval, the schedule or the alert type starts the learning again." />
      </DocSection>
    </DocPage>
  );
}
