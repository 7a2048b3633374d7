import type { Metadata } from "next";
import { CheckInSnippets } from "@/components/snitches/check-in-snippets";
import { snippetsFor } from "@/components/snitches/snippets";
import { Code } from "@/components/ui/code";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { env } from "@/lib/platform/env";
import { Prose } from "../api/prose";
import { Doc, P, Part, Points } from "../doc";

export const metadata: Metadata = { title: "Check-ins" };

const ANSWERS: [string, string][] = [
  ["202", "It is recorded. The body says `Got it, thanks!`."],
  ["404", "No snitch has this URL: it was deleted, or is misspelt."],
  ["429", "Too many in a short time. `Retry-After` says when the next one counts."],
  ["503", "We can neither record it nor keep it for later. Try again after `Retry-After`."],
];

export default function CheckIns() {
  const url = `${env.CHECK_IN_URL}/c0ffee1234abcd56`;
  return (
    <Doc
      title="Check-ins"
      lead="A check-in is one request to the snitch’s URL, with any HTTP method. No key and no header is needed: the URL is the secret."
    >
      <Part title="From wherever the job runs">
        <CheckInSnippets snippets={snippetsFor(url, "daily")} />
      </Part>
      <Part title="Exit status and message">
        <P text="`s` is the job’s exit status. Absent, empty or `0` is a healthy check-in; anything else is an error report, and people are told at once. `m` is a message of up to 10,000 characters, which stands in the history and in alerts." />
        <Code text={`curl "${url}?s=$?&m=42+rows"`} what="a check-in with exit status" />
        <Code
          text={`curl ${url} --data-urlencode "m=$(tail -n 20 backup.log)"`}
          what="a check-in with a message"
        />
        <P text="A plain-text body is the message too. Any other body, such as Alertmanager’s JSON, is accepted and ignored; of JSON, `m` is read." />
      </Part>
      <Part title="What we answer">
        <Table label="Answers">
          <Head columns={["Status", "Meaning"]} />
          <tbody>
            {ANSWERS.map(([status, meaning]) => (
              <Row key={status}>
                <Cell className="w-20 font-mono">{status}</Cell>
                <Cell>
                  <Prose text={meaning} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Part>
      <Part title="Good to know">
        <Points
          of={[
            "The first 10 check-ins of a clock hour count, then one in each clock minute. `X-RateLimit-Remaining` counts down.",
            "A 202 is a promise: the check-in is on disk before we answer, also while our database is away.",
            "Give the request a timeout, and let it fail quietly: a check-in should never be why a job hangs.",
          ]}
        />
      </Part>
    </Doc>
  );
}
