import type { Metadata } from "next";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { scheduleInWords } from "@/lib/rules/schedule/words";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Schedules and time zones" };

const EXAMPLES: [kind: string, schedule: string, timezone: string][] = [
  ["cron", "30 7 * * 1-5", "Europe/Riga"],
  ["cron", "0 0 L * *", "UTC"],
  ["cron", "@hourly", "UTC"],
  ["OnCalendar", "Mon..Fri 07:30", "America/New_York"],
  ["OnCalendar", "*-*-1,15 03:00", "UTC"],
  ["every", "every 45 minutes", "UTC"],
];

const inWords = (schedule: string, timezone: string) =>
  scheduleInWords({ interval: "daily", schedule, timezone, grace: null, early: null, active: null });

export default function Schedules() {
  return (
    <DocPage
      title="Schedules and time zones"
      lead="A snitch can expect its job exactly when cron or a systemd timer runs it, in the job’s own time zone."
    >
      <DocSection title="How to write one">
        <Table label="Examples of schedules">
          <Head columns={["Kind", "Schedule", "What it means"]} />
          <tbody>
            {EXAMPLES.map(([kind, schedule, timezone]) => (
              <Row key={schedule}>
                <Cell>{kind}</Cell>
                <Cell className="font-mono whitespace-nowrap">{schedule}</Cell>
                <Cell className="text-ink-quiet">{inWords(schedule, timezone)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
        <BulletList
          items={[
            "Cron is read as Debian’s cron reads it: five fields or a name such as `@daily`. `L` is the last day of the month, `LW` its last weekday, `5L` the last Friday, and `MON#2` the second Monday.",
            "OnCalendar is read as systemd reads it, with an optional time zone at the end.",
            "`every` counts from the last check-in: 30 seconds to 365 days.",
            "Up to ten lines of one kind are one schedule with the times of all lines. You can paste a line of a crontab: the form keeps its times, its `CRON_TZ`, and the name of its command.",
          ]}
        />
      </DocSection>
      <DocSection title="When you get alerts">
        <BulletList
          items={[
            "Each run has a grace: so long after its time the job may check in. By default it is a tenth of the shortest time between two runs, at least a minute and at most an hour. The alert is sent one minute after the grace.",
            "A check-in shortly before a run counts for that run: by default a tenth of the time between two runs, at most five minutes. `early: 0` turns this off.",
            "A check-in counts for the run before it, however late it comes. There is no queue of runs that the job owes.",
            "Each missed run raises one alert. After a change of the schedule, the next run is the first that can be missed.",
            "With active hours, such as `Mon..Fri 08:00-18:00`, runs outside them are not expected.",
          ]}
        />
      </DocSection>
      <DocSection title="When the clocks change">
        <BulletList
          items={[
            "A cron job at a fixed time (neither minute nor hour begins with `*`) runs once on every day: right after the hour that is left out, and at the first of two equal hours.",
            "Every other cron job runs whenever the clock shows its time: not in the hour that is left out, and again in the hour that is repeated.",
            "OnCalendar leaves out a time that does not exist, and runs once at a time that comes twice.",
            "Deadlines are instants, so that a grace of an hour is an hour on these days too. When a country changes its rules, deadlines follow after an update of Node.js.",
          ]}
        />
      </DocSection>
      <DocSection title="Try settings before you use them">
        <Paragraph text="“Try settings on past check-ins”, on the page of a snitch and in its settings, replays up to 90 days of stored check-ins with other settings: another schedule, time zone or grace, `alert_after`, or a longest runtime." />
        <BulletList
          items={[
            "For each day it shows which alerts about missed check-ins and errors would have been sent, and which were. Days on which the two differ stand out. Messages that a job reports again are not counted.",
            "It names the smallest grace with which no run that only came later would have raised an alert in the last 60 days. One button sets it.",
            "It is the same code that decides about alerts. Nothing is changed, and nobody is alerted, until you choose to use the settings.",
            "The settings are in the address of the page, so that you can share it. The API has the same: `POST /v1/snitches/<token>/replay`.",
          ]}
        />
      </DocSection>
      <DocSection title="Which time zone?">
        <Paragraph text="The zone of the machine that runs the job: most servers and containers are in UTC, whatever the wall clock says. If five check-ins in a row come the same whole or half hour off, the snitch’s page names the zone that the job seems to run in, and one button changes it." />
      </DocSection>
    </DocPage>
  );
}
