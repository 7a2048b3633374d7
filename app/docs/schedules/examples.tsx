import { Cell, Head, Row, Table } from "@/components/ui/table";
import { formatSchedule } from "@/lib/rules/schedule/format-schedule";

const EXAMPLES: [kind: string, schedule: string, timezone: string][] = [
  ["cron", "30 7 * * 1-5", "Europe/Riga"],
  ["cron", "0 0 L * *", "UTC"],
  ["cron", "@hourly", "UTC"],
  ["OnCalendar", "Mon..Fri 07:30", "America/New_York"],
  ["OnCalendar", "*-*-1,15 03:00", "UTC"],
  ["every", "every 45 minutes", "UTC"],
];

const format = (schedule: string, timezone: string) =>
  formatSchedule({ interval: "daily", schedule, timezone, grace: null, early: null, active: null });

/** Schedules, and what Tattle makes of them. */
export const Examples = () => (
  <Table label="Examples of schedules">
    <Head columns={["Kind", "Schedule", "What it means"]} />
    <tbody>
      {EXAMPLES.map(([kind, schedule, timezone]) => (
        <Row key={schedule}>
          <Cell>{kind}</Cell>
          <Cell className="font-mono whitespace-nowrap">{schedule}</Cell>
          <Cell className="text-ink-quiet">{format(schedule, timezone)}</Cell>
        </Row>
      ))}
    </tbody>
  </Table>
);
