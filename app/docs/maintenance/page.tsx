import type { Metadata } from "next";
import { Code } from "@/components/ui/code";
import { env } from "@/lib/platform/env";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Maintenance" };

export default function Maintenance() {
  return (
    <DocPage
      title="Maintenance"
      lead="Planned work. No alerts are sent about the snitches it covers until it is over, and its time is in no percentage."
    >
      <DocSection title="What it covers">
        <Paragraph text="All snitches of the case, those with a tag, or those that you choose. Snitches that get the tag later are covered too. Where several windows overlap, they count as one." />
      </DocSection>
      <DocSection title="When it is">
        <BulletList
          items={[
            "Once: from one time to another, at most 31 days. “Next 2 Hours for Everything” starts it with one click.",
            "Recurring: cron or OnCalendar in a time zone, such as `0 2 * * 0`, with a duration of at most 7 days. The duration is real time: two hours are two hours in the night in which the clock is turned, too.",
          ]}
        />
        <Paragraph text="You can end it sooner with End Now. Later windows of a schedule stay as they are." />
      </DocSection>
      <DocSection title="What happens during a window">
        <BulletList
          items={[
            "A run is excused if a window overlaps the time in which it may check in: from its early time until the end of its grace, or the whole period of an interval. An excused run counts neither as kept nor as missed.",
            "Check-ins and errors are recorded as always. If something is still wrong when the window ends, the alert is sent then.",
            "A job that is still silent after the window is judged from its first run after it.",
            "A healthy check-in still ends what was wrong before, and the recovery is alerted as always.",
          ]}
        />
      </DocSection>
      <DocSection title="Afterwards">
        <Paragraph text="Maintenance may lie in the past. It then excuses misses in the history and in percentages, and sends nothing. If you remove it, those misses count again." />
      </DocSection>
      <DocSection title="Maintenance or a pause">
        <Paragraph text="Maintenance has an end, covers many snitches at once and can come back each week. A pause is for one job that you have stopped." />
      </DocSection>
      <DocSection title="From a script">
        <Paragraph text="Plan it from a deployment, with an API key of the case:" />
        <Code
          text={`curl -u "$TATTLE_KEY:" ${env.APP_URL}/v1/maintenance \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Deployment", "all": true, "starts_at": "2030-01-01T06:00:00Z", "ends_at": "2030-01-01T07:00:00Z"}'`}
          what="the command that plans maintenance"
        />
      </DocSection>
    </DocPage>
  );
}
