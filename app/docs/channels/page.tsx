import type { Metadata } from "next";
import { galleryGroups } from "@/components/channels/gallery";
import { Prose } from "@/components/prose";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { formFieldsOf } from "@/lib/channel-kinds/form-fields";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "Channels" };

export default function Channels() {
  return (
    <DocPage
      title="Channels"
      lead="A channel tells people of alerts where they already look: in a chat, on call, or on a phone. Add one under Channels, and send it a test."
    >
      <DocSection title="Which alerts it gets">
        <Paragraph text="All alerts of the case, until you choose on its page: snitches with one of some tags, with all of them, or with none of them; a severity at least; and causes. A snitch may also name its own channels, and a step of escalation may tell one." />
        <BulletList
          items={[
            "An alert that no channel is meant for goes to the default: the one that you chose, or else the oldest that is switched on. An alert never goes nowhere.",
            "The end of an incident goes to every channel that was told of it, even if you have changed its alerts since.",
          ]}
        />
      </DocSection>
      <DocSection title="What it is told">
        <BulletList
          items={[
            "What happened to which snitch, since when and why; the last message and exit status, tags and notes; and links to the incident and to acknowledge it. Each service gets them in its own format, cut to its limits.",
            "On-call services get one alert for each incident, which is acknowledged and resolved when the incident is. Chats get a message at the beginning and one at the end.",
            "Names, messages and notes are sent as text. They make no mention, link or markup.",
          ]}
        />
      </DocSection>
      <DocSection title="Order">
        <BulletList
          items={[
            "Messages about one incident are sent one after another, so that an end never arrives before its beginning.",
            "What a later message overtakes before it was accepted is not sent. Its page says “Superseded by a later message”.",
            "If an incident is over before a channel could be told, on-call services are told nothing, and chats get one line about the past.",
          ]}
        />
      </DocSection>
      <DocSection title="When it does not work">
        <BulletList
          items={[
            "A message that is not accepted is retried: 12 attempts over about 24 hours, with growing delays. The channel’s page shows each attempt with its response.",
            "A service that asks to wait is left alone until then, at most an hour at a time. That is no failure.",
            "A service that will never accept anything again, because a webhook was removed or a key revoked, is switched off at once. The page and an e-mail say why, and what to do. The same happens after three days in which nothing was accepted.",
            "A channel that was switched on again gets what was on its way in the last day. What happened while it was off is not sent.",
            "Twilio says afterwards whether a text message reached the phone, if Tattle has a public address. The message’s page shows it: “Delivered to the phone”, or “Not delivered” with Twilio’s error number. It is not sent again.",
            "A test shows that the service takes a message. A fire drill (Channels → Fire Drills) shows whether people see it.",
            "If no way of telling people works, every page of the case says so in red.",
          ]}
        />
      </DocSection>
      {galleryGroups().map(({ name, title, choices }) => (
        <DocSection key={name} title={title}>
          <Table label={title} stacks>
            <Head columns={["Channel", "Setting", "Where to find it"]} />
            <tbody>
              {choices.map(({ kind, label }) =>
                formFieldsOf(kind).map((field, i) => (
                  <Row key={`${kind} ${field.name}`} className="align-baseline">
                    <Cell className="font-medium whitespace-nowrap max-sm:basis-full">
                      {i === 0 && label}
                    </Cell>
                    <Cell className="min-w-32">
                      {field.title}
                      {field.isOptional && <span className="text-ink-quiet"> (optional)</span>}
                    </Cell>
                    <Cell className="text-ink-quiet wrap-anywhere">
                      <Prose text={field.description} />
                    </Cell>
                  </Row>
                )),
              )}
            </tbody>
          </Table>
        </DocSection>
      ))}
      <DocSection title="Secrets and networks">
        <BulletList
          items={[
            "Settings are encrypted in the database. Secrets are written and never shown again: an empty field keeps what is saved. They are not in the audit log, and not in the history of deliveries.",
            "Admins of a case manage its channels. All members see their names, state and deliveries.",
            "Requests go to the services above, and to the addresses that you enter. Private addresses are blocked unless the operator allows them. Redirects are not followed.",
            "In a network without a direct way out, the operator sets `OUTBOUND_PROXY`.",
            "In the API: `GET` and `POST /v1/channels`, `GET`, `PATCH` and `DELETE /v1/channels/<id>`, and `POST /v1/channels/<id>/test`.",
          ]}
        />
      </DocSection>
    </DocPage>
  );
}
