import type { Metadata } from "next";
import { Prose } from "@/components/prose";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { MAX_SNOOZE_DAYS } from "@/lib/rules/incidents/snooze-range";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Incidents" };

const RULES: [name: string, attribute: string, meaning: string][] = [
  [
    "Alert after",
    "alert_after",
    "So many bad results in a row, 1 to 720; 1 by default. Missed check-ins, errors and runs that took too long count together, and each error counts.",
  ],
  [
    "Alert after a time",
    "alert_after_seconds",
    "An alert is sent after this time in any case, if the incident is still open. Empty: only the number counts.",
  ],
  [
    "Over after",
    "recover_after",
    "So many good results in a row, 1 to 720; 1 by default. A bad one in between starts the count again, and sends nothing new.",
  ],
  [
    "Reminders",
    "remind_every",
    "One for each further failed period (the default), none, or one every 5 minutes to 30 days.",
  ],
  ["Severity", "severity", "`info`, `warning` or `critical` (the default)."],
  [
    "Depends on",
    "depends_on",
    "Up to five other snitches of the case. While one of them is missing or errored, alerts wait.",
  ],
  ["Channels", "channels", "Which channels get its alerts. Empty: all of the case."],
];

export default function Incidents() {
  return (
    <DocPage
      title="Incidents"
      lead="An incident is the time from a snitch turning missing or errored to its being good again. People are alerted when it begins, while it goes on, and when it is over."
    >
      <DocSection title="When people are alerted">
        <BulletList
          items={[
            "At its beginning: as soon as the rules of the snitch allow it. Without any rule that is at once.",
            "While it goes on: one reminder for each further failed period, unless the snitch has another rule.",
            "When it gets worse: an errored snitch that then misses its time.",
            "When it is over: whoever was alerted of the beginning learns of the end, once. Nothing keeps that back.",
          ]}
        />
        <Paragraph text="The status of the snitch, its history and its percentages never depend on these rules: they only decide who is alerted, and when." />
      </DocSection>
      <DocSection title="The rules of a snitch">
        <Paragraph text="They are in the settings of a snitch, under Alerting, and in the API." />
        <Table label="Rules of alerting" stacks>
          <Head columns={["Rule", "In the API", "Meaning"]} />
          <tbody>
            {RULES.map(([name, attribute, meaning]) => (
              <Row key={attribute}>
                <Cell className="w-36 align-top font-medium">{name}</Cell>
                <Cell className="w-44 align-top font-mono text-xs">{attribute}</Cell>
                <Cell className="align-top text-ink-quiet max-sm:basis-full">
                  <Prose text={meaning} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </DocSection>
      <DocSection title="Acknowledge">
        <Paragraph text="Say that you take care of it: with the button on the pages Incidents and of the snitch, behind the link of an alert e-mail, or by the API. Then no reminders are sent until it is over. If it gets worse, people are alerted again." />
      </DocSection>
      <DocSection title="Snooze">
        <Paragraph
          text={`Keeps alerts of one incident back for 30 minutes, two hours, until tomorrow at 09:00, or until a time at most ${MAX_SNOOZE_DAYS} days from now. The snitch stays monitored, and its end is told. If it is still open when the snooze ends, people are alerted once. “End Snooze” ends it sooner.`}
        />
        <Paragraph text="While no incident is open, “Snooze” pauses the snitch instead, as described under Pausing: then it is not monitored." />
      </DocSection>
      <DocSection title="Dependencies">
        <BulletList
          items={[
            "If a database is down, so are the jobs that use it. A snitch that depends on another one waits until that one has had time to report.",
            "If the other one is bad, only that one is alerted, and its e-mail names the snitches that depend on it.",
            "When it is good again, each of the others gets one grace period to report. Those that do not are alerted then.",
            "A snitch that is paused or deleted keeps nothing back.",
          ]}
        />
      </DocSection>
      <DocSection title="Where you see it">
        <BulletList
          items={[
            "Incidents lists those that are open, why, since when, who was alerted and how it went, and who takes care of it. Each has a page with its whole story.",
            "The list of snitches says what is acknowledged, snoozed or held back, and why.",
            "Each alert has a page, too: which run was expected, how its deadline came about, each attempt to tell people, and who confirmed. Its e-mails link to it.",
            "Alerts by webhook name their incident: its id, its beginning, its severity and its cause.",
            "The API lists and shows them: `GET /v1/incidents`.",
          ]}
        />
      </DocSection>
    </DocPage>
  );
}
