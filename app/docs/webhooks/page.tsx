import type { Metadata } from "next";
import { SnippetTabs } from "@/components/snitches/check-in-snippets";
import { Code } from "@/components/ui/code";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";
import { VERIFY } from "./verify";

export const metadata: Metadata = { title: "Webhooks" };

const TYPES = [
  ["snitch.missing", "A period passed without a check-in. Sent once for each missed period."],
  ["snitch.errored", "The job ran, but reported an error."],
  ["snitch.reporting", "The first check-in since a miss or an error, or since the snitch was added."],
  ["snitch.paused", "The snitch was paused: it raises no alerts until the pause ends."],
];

const BODY = {
  type: "snitch.missing",
  timestamp: "2026-03-10T00:00:00.000Z",
  data: {
    snitch: {
      token: "c0ffee1234abcd56",
      name: "Nightly backup",
      notes: "Runs on db1.",
      tags: ["critical", "database"],
      status: "missing",
      previous_status: "healthy",
    },
    incident: {
      id: "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44",
      opened_at: "2026-03-10T00:00:00.000Z",
      severity: "critical",
      cause: "missed",
    },
  },
};

export default function Webhooks() {
  return (
    <DocPage
      title="Webhooks"
      lead="Every webhook of a case gets a request for every alert of the case’s snitches, unless you choose fewer. Add one under Channels, and send it a test event."
    >
      <DocSection title="The request">
        <Paragraph text="A `POST` with this body. The status is `healthy`, `missing`, `errored` or `paused`; the previous one may also be `pending`. `incident` is absent if the alert belongs to none, such as the first check-in." />
        <Code text={JSON.stringify(BODY, null, 2)} what="an example body" />
        <Table label="Types of events">
          <Head columns={["Type", "Sent when"]} />
          <tbody>
            {TYPES.map(([type, when]) => (
              <Row key={type}>
                <Cell className="font-mono whitespace-nowrap">{type}</Cell>
                <Cell className="text-ink-quiet">{when}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </DocSection>
      <DocSection title="Which alerts it gets">
        <Paragraph text="All of them, until you choose on its page: snitches with one of some tags, with all of them, or with none of them; a severity at least; and causes. A snitch may also name its own channels." />
        <BulletList
          items={[
            "An alert that no channel is meant for goes to the default: the one that you chose, or else the oldest that is switched on. An alert never goes nowhere.",
            "The end of an incident goes to every channel that was told of it, even if you have changed its alerts since.",
          ]}
        />
      </DocSection>
      <DocSection title="How to respond">
        <BulletList
          items={[
            "Any status from 200 to 209, within 30 seconds. A redirect is not followed, and counts as a failure.",
            "After any other response we retry: 12 attempts over about 24 hours, with growing delays. Its page shows each attempt with its response.",
            "Events may arrive out of order, and an event may arrive twice: ignore a `webhook-id` that you have already processed.",
            "Use HTTPS. Credentials in the URL are sent as a Basic header.",
          ]}
        />
      </DocSection>
      <DocSection title="Verify the signature">
        <Paragraph text="Each request is signed with the webhook’s secret, as Standard Webhooks specifies. There are libraries for most languages, or copy this code:" />
        <SnippetTabs
          label="Language"
          snippets={VERIFY.map(({ name, text }) => ({
            name,
            lines: [
              { text, note: "It fails if the request was not signed by us, or is older than five minutes." },
            ],
          }))}
        />
        <Paragraph text="After you rotate the secret, requests are signed with both the old and the new one for 24 hours, so that no verification fails in the meantime." />
      </DocSection>
    </DocPage>
  );
}
