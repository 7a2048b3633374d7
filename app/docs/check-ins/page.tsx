import type { Metadata } from "next";
import { Prose } from "@/components/prose";
import { CheckInSnippets } from "@/components/snitches/check-in-snippets";
import { snippetTimes } from "@/components/snitches/snippet-times";
import { snippetsFor } from "@/components/snitches/snippets";
import { Code } from "@/components/ui/code";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { env } from "@/lib/platform/env";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Check-ins" };

const RESPONSES: [string, string][] = [
  ["202", "It is recorded. The body says `Got it, thanks!`."],
  ["404", "No snitch has this URL: it was deleted, or is misspelt."],
  ["429", "Too many in a short time. `Retry-After` says when the next one counts."],
  ["503", "We cannot record it now, nor save it to record later. Try again after `Retry-After`."],
];

/** What may stand between the token and the “@”. */
const SIGNALS: [string, string][] = [
  ["", "A success, unless the snitch looks for keywords."],
  ["+success", "A success, whatever the e-mail says."],
  ["+fail", "A failure, which raises an alert."],
  ["+0 … +255", "An exit status: 0 is a success, anything else a failure."],
  ["+start", "The job begins."],
  ["+log", "A line for the history, which changes nothing."],
];

function ByEmail() {
  return (
    <DocSection title="E-mail">
      <Paragraph text="For programs that can send nothing else: an e-mail to the snitch’s address is a check-in. The subject becomes its message, and the text is kept as the output. Attachments are discarded." />
      <Code
        text={`mail -s "Backup finished" c0ffee1234abcd56@${env.MAIL_IN_DOMAIN} < backup.log`}
        what="an e-mail that checks in"
      />
      <Table label="Addresses">
        <Head columns={["After the token", "Meaning"]} />
        <tbody>
          {SIGNALS.map(([signal, meaning]) => (
            <Row key={signal}>
              <Cell className="w-32 font-mono">{signal || "nothing"}</Cell>
              <Cell>{meaning}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <BulletList
        items={[
          "A snitch can look for keywords in the subject and the text: for failure first, then for success, then for a start. A word in the address counts more.",
          "Automatic replies and bounces are no check-ins. What cron sends is one.",
          "An e-mail that a mail server sends twice counts once. One that comes too soon after others is asked to wait.",
          "E-mails of up to 25 MB are taken. Of larger ones than 1 MB only the beginning is read; if the snitch looks for keywords in the text, they are refused.",
        ]}
      />
    </DocSection>
  );
}

export default function CheckIns() {
  const url = `${env.CHECK_IN_URL}/c0ffee1234abcd56`;
  return (
    <DocPage
      title="Check-ins"
      lead="A check-in is one request to the snitch’s URL, with any HTTP method. It needs no key and no header: the URL is the secret."
    >
      <DocSection title="Examples">
        <CheckInSnippets snippets={snippetsFor(url, snippetTimes(calendarTerms("daily")))} />
      </DocSection>
      <DocSection title="Exit status and message">
        <Paragraph text="`s` is the job’s exit status. Absent, empty or zero is a healthy check-in; anything else is an error report, which raises an alert immediately. `m` is a message of up to 10,000 characters, which is shown in the history and in alerts." />
        <Code text={`curl "${url}?s=$?&m=42+rows"`} what="a check-in with exit status" />
        <Code
          text={`curl ${url} --data-urlencode "m=$(tail -n 20 backup.log)"`}
          what="a check-in with a message"
        />
        <Paragraph text="A text body without `m` and `s` is itself the message, as `curl --data-raw` sends it. From a JSON body, only `m` is read. Files are accepted and ignored." />
      </DocSection>
      {env.MAIL_IN_PORT !== undefined && <ByEmail />}
      <DocSection title="Responses">
        <Table label="Responses">
          <Head columns={["Status", "Meaning"]} />
          <tbody>
            {RESPONSES.map(([status, meaning]) => (
              <Row key={status}>
                <Cell className="w-20 font-mono">{status}</Cell>
                <Cell>
                  <Prose text={meaning} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </DocSection>
      <DocSection title="Good to know">
        <BulletList
          items={[
            "The first 10 check-ins of a clock hour count, then one in each clock minute. `X-RateLimit-Remaining` counts down, and `X-RateLimit-Reset` is the number of seconds until it rises.",
            "A job can also report its start, its duration, metrics and its output, with `/start` and other signals after the URL: see Runs.",
            "A 202 means that the check-in is on disk, even while our database is unavailable.",
            "Give the request a timeout and ignore its failure, so that a check-in never blocks a job.",
          ]}
        />
      </DocSection>
    </DocPage>
  );
}
