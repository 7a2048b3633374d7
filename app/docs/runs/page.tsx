import type { Metadata } from "next";
import { Prose } from "@/components/prose";
import { SnippetTabs } from "@/components/snitches/check-in-snippets";
import { runSnippetsFor } from "@/components/snitches/run-snippets";
import { snippetTimes } from "@/components/snitches/snippet-times";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { SIGNALS_PER_MINUTE } from "@/lib/check-ins/rate-limit";
import { env } from "@/lib/platform/env";
import { MAX_CHECKS } from "@/lib/rules/runs/checks";
import { MAX_RUNNING } from "@/lib/rules/runs/run";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Runs" };

const SIGNALS: [path: string, meaning: string][] = [
  ["/start", "The job starts. This opens a run."],
  ["/success", "It finished well: the same as a check-in with `s=0`."],
  ["/fail", "It failed. `s` may say with which exit status."],
  ["/0 to /255", "It finished with this exit status. Anything but 0 is an error."],
  ["/log", "A note for the history. It changes no status."],
  ["nothing", "A plain check-in, as before. It ends the run that started without an id, if there is one."],
];

const PARAMETERS: [name: string, meaning: string][] = [
  ["s, m", "exit status and message, as in every check-in"],
  ["rid", "which run it is: up to 64 letters, digits and `_ . : -`. It makes a repeated request harmless"],
  ["d", "how long the run took, in seconds, as the job measured it"],
  ["host, env", "where it ran"],
  ["metric.name", "a number, such as `metric.rows=812`; up to ten of them"],
];

export default function Runs() {
  const url = `${env.CHECK_IN_URL}/c0ffee1234abcd56`;
  return (
    <DocPage
      title="Runs"
      lead="A check-in says that a job ran. A run says when it started, how long it took, what it printed, and whether it is still running."
    >
      <DocSection title="Report the start and the end">
        <Paragraph text="Request the check-in URL with `/start` when the job starts, and with its exit status when it ends. A body is the output of the run." />
        <SnippetTabs
          label="Where the job runs"
          snippets={runSnippetsFor(url, snippetTimes(calendarTerms("daily")))}
        />
        <SignalTable label="Signals" head={["Path after the URL", "Meaning"]} rows={SIGNALS} />
        <Paragraph text="These parameters can be in the query, in a form or in a JSON body:" />
        <SignalTable label="Parameters" head={["Parameter", "Meaning"]} rows={PARAMETERS} />
      </DocSection>
      <DocSection title="Which run a request belongs to">
        <BulletList
          items={[
            "With a `rid`, a start opens the run of this id. The same start again is a sign of life, and its longest runtime counts from there.",
            "Without a `rid`, a start ends the earlier run without an id as abandoned, which is not a failure.",
            "A finish with a `rid` ends the run of this id, whatever other runs do. A finish without one ends the latest run without an id; it never ends a run that has an id.",
            "If several runs can overlap, or several machines run the job, send a `rid`. A finish that arrives before its start is put together with it.",
            `Up to ${MAX_RUNNING} runs of a snitch can be running at once; beyond that, the oldest is abandoned. So is one whose limit passed while Tattle was not listening.`,
          ]}
        />
      </DocSection>
      <DocSection title="When you get alerts">
        <BulletList
          items={[
            "Longest runtime: as soon as a run takes longer, the snitch is missing, and the alert says which run, since when, and how long it usually takes. Every running run is watched, not only the latest. With a longest runtime, a start in time is enough until then.",
            "If the run finishes well after all, the snitch is healthy again. The run stays marked as overran.",
            "Shortest runtime: a run that takes less time is an error. It may have had nothing to do.",
            `Checks: up to ${MAX_CHECKS} comparisons, such as \`duration < 5 min\` or \`metric.rows > 0\`, are judged when a run finishes. One that is not met is an error; so is one about a metric that the job did not send.`,
            "A finish with an exit status other than 0, or `/fail`, is an error.",
            "Start: a run counts for the time at which it starts, so that a long run is not late for the next one. On a schedule, “May start late by” limits the start apart from the end.",
            "With “Expects: a start”, the end is not waited for: a job that starts in time is healthy, even if its runs never end. To be alerted about those, set a longest runtime and send a `rid`, because without one the next start ends the earlier run as abandoned.",
            "A job that never reports a start works as before: a check-in has no longest runtime.",
          ]}
        />
      </DocSection>
      <DocSection title="Output">
        <BulletList
          items={[
            `A body that is no form and no JSON with the parameters above is the output, whatever its content type says.${env.OUTPUT_LIMIT > 0 ? ` The last ${env.OUTPUT_LIMIT.toLocaleString("en")} bytes are kept` : " This installation keeps none"}; its end is in the alert.`,
            "An output is kept for 30 days, or as long as its run is among the last 100 of its snitch, whichever is longer. Runs are kept for two years.",
            "It is shown as text: without the colours of a terminal, and never as HTML. The page of the run has a link to download the bytes as they came.",
          ]}
        />
      </DocSection>
      <DocSection title="Limits">
        <BulletList
          items={[
            `Starts, logs and repeated finishes have an allowance of their own: ${SIGNALS_PER_MINUTE} in each clock minute. They do not use up that of check-ins.`,
            "The finish of a run whose start was accepted is never refused.",
            "Runs are in the API, too: `GET /v1/snitches/TOKEN/runs`, and the attributes `max_runtime`, `min_runtime`, `start_grace`, `expects` and `checks` of a snitch.",
          ]}
        />
      </DocSection>
    </DocPage>
  );
}

type SignalTableProps = { label: string; head: string[]; rows: [string, string][] };

const SignalTable = ({ label, head, rows }: SignalTableProps) => (
  <Table label={label}>
    <Head columns={head} />
    <tbody>
      {rows.map(([name, meaning]) => (
        <Row key={name}>
          <Cell className="w-40 font-mono whitespace-nowrap">{name}</Cell>
          <Cell>
            <Prose text={meaning} />
          </Cell>
        </Row>
      ))}
    </tbody>
  </Table>
);
