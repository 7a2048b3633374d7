import type { Metadata } from "next";
import { Code } from "@/components/ui/code";
import { env } from "@/lib/platform/env";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Pausing" };

export default function Pausing() {
  return (
    <DocPage
      title="Pausing"
      lead="While a snitch is paused, it raises no alerts. Check-ins and errors are still recorded."
    >
      <DocSection title="Three ways to end a pause">
        <BulletList
          items={[
            "Until it checks in again: the next healthy check-in ends the pause. This is the default. Use it for a job that you have stopped.",
            "Until I unpause it: only a person or the API ends it. Use it for a job that runs while you work on it.",
            "Until a time: it ends automatically. Use it for planned maintenance. In the dashboard this is called a snooze.",
          ]}
        />
        <Paragraph text="After a pause that a person, the API or a time ended, a new period starts, so that the paused time raises no alert. If a pause lasts three days, you get one reminder." />
      </DocSection>
      <DocSection title="Snooze">
        <Paragraph text="While a snitch is missing or errored, a snooze keeps back the alerts of that incident, and the snitch stays monitored: see Incidents. Otherwise it is a pause." />
        <Paragraph text="Such a pause ends after an hour or four, tomorrow or on Monday at 09:00, or at a time that you choose, in your browser’s time zone. You find it in the menu of a row, on the snitch’s page, in the bar of selected snitches, in the command menu (⌘K), and behind the link of an alert e-mail. To end it sooner, unpause the snitch; to extend it, snooze again." />
      </DocSection>
      <DocSection title="From a script">
        <Paragraph text="Pause around a deployment, with an API key of the case:" />
        <Code
          text={`curl -u "$TATTLE_KEY:" -X POST ${env.APP_URL}/v1/snitches/c0ffee1234abcd56/pause`}
          what="the pause command"
        />
        <Paragraph
          text={
            'Without a body, the next healthy check-in ends the pause. To change that, send `{"until": "unpaused"}`, or a time such as `{"until": "2030-01-01T06:00:00Z"}`.'
          }
        />
      </DocSection>
      <DocSection title="Several at once">
        <Paragraph text="Select rows in the list and choose Pause: each is paused until it checks in again. “Select all” reaches every snitch that matches the filters, on all pages. A snitch that is already paused keeps its pause." />
      </DocSection>
      <DocSection title="Limits">
        <Paragraph text="A snitch that has never checked in is pending: it raises no alerts and cannot be paused. A snitch that has been missing for two years is paused automatically." />
      </DocSection>
    </DocPage>
  );
}
