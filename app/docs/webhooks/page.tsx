import type { Metadata } from "next";
import { SnippetTabs } from "@/components/snitches/check-in-snippets";
import { Code } from "@/components/ui/code";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { Doc, P, Part, Points } from "../doc";
import { VERIFY } from "./verify";

export const metadata: Metadata = { title: "Webhooks" };

const TYPES = [
  ["snitch.missing", "A period passed without a check-in. Comes once for each period that is missed."],
  ["snitch.errored", "The job ran, but reported an error."],
  ["snitch.reporting", "The first check-in since a miss or an error, or since the snitch was added."],
  ["snitch.paused", "Somebody paused it: no more alerts until it reports, or is unpaused."],
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
  },
};

export default function Webhooks() {
  return (
    <Doc
      title="Webhooks"
      lead="Every webhook of a case gets a request for every alert of its snitches. Add one under Webhooks, and send it a test event."
    >
      <Part title="The request">
        <P text="A `POST` with this body. The status is `healthy`, `missing`, `errored` or `paused`; the previous one may also be `pending`." />
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
      </Part>
      <Part title="What to answer">
        <Points
          of={[
            "Any status from 200 to 209, within 30 seconds. A redirect is not followed, and counts as a failure.",
            "Whatever else you answer, we try again: 12 times over about 24 hours, with growing pauses. The Webhooks page shows each try with its answer.",
            "Events may come out of order, and one may come twice: drop those whose `webhook-id` you have seen.",
            "Use HTTPS. Credentials in the URL are sent as a Basic header.",
          ]}
        />
      </Part>
      <Part title="Make sure that it is ours">
        <P text="Each request is signed with the webhook’s secret, by the Standard Webhooks scheme, for which there are libraries in most languages. Or a few lines of your own will do:" />
        <SnippetTabs
          label="Language"
          snippets={VERIFY.map(({ name, text }) => ({
            name,
            lines: [{ text, note: "It fails on a request that is not ours, or is older than five minutes." }],
          }))}
        />
        <P text="When you change the secret, the old one signs beside the new one for 24 hours, so that no request fails meanwhile." />
      </Part>
    </Doc>
  );
}
