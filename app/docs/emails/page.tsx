import type { Metadata } from "next";
import { BulletList, DocPage, DocSection, Paragraph } from "../doc-page";

export const metadata: Metadata = { title: "E-mails" };

export default function Emails() {
  return (
    <DocPage
      title="E-mails"
      lead="Alerts go to people by e-mail. You choose to whom; each of them chooses how many, or none."
    >
      <DocSection title="Who is e-mailed">
        <Paragraph text="A snitch’s own recipients get its alerts. Without any, the case’s alert address does; without that, every member of the case." />
        <Paragraph text="If none of a snitch’s recipients can be e-mailed, because they have not confirmed their address, have unsubscribed, or e-mails to them do not arrive, its alerts go to the case’s alert address or to the members instead. The e-mail says so." />
      </DocSection>
      <DocSection title="Addresses outside the case">
        <BulletList
          items={[
            "Where everyone can sign up, such an address is asked once to confirm. Until then it gets nothing else. Members are not asked.",
            "Every e-mail to it has a link to get fewer e-mails, or none, without an account. Mail programs show it as “Unsubscribe”.",
            "The case sees who has unsubscribed: on the snitch’s page, in the case’s settings, and in the audit log.",
            "An address that unsubscribed stays unsubscribed, even if you enter it again. Only the recipient can change that, by the same link.",
          ]}
        />
      </DocSection>
      <DocSection title="When e-mails do not arrive">
        <Paragraph text="With Resend, Tattle learns when a mail server refuses an e-mail for good (it bounces), or when its reader reports it as spam. It then sends no more alerts to this address; they go to the case’s alert address or to the members instead, and so does the alert that bounced." />
        <BulletList
          items={[
            "Owners and admins get one e-mail about it. The address is marked on the snitch’s page, under members and in the case’s settings, and the audit log has what the mail server said.",
            "“Send to It Again” removes the mark, for those who may change the case’s settings. If e-mails bounced, one that arrives removes it, too.",
            "Links to sign in, invitations and requests to confirm are still sent: somebody asked for them.",
          ]}
        />
      </DocSection>
      <DocSection title="In your mail program">
        <BulletList
          items={[
            "The alert, its reminders, its escalation and its end are one thread. Gmail also compares subjects, so there the end is a thread of its own.",
            "Alerts, reminders and escalations have a link to acknowledge. It opens a page with a button, so that a mail scanner changes nothing.",
            "“Unsubscribe” in your mail program opens your e-mail settings if you are a member. For addresses outside the case it unsubscribes at once.",
          ]}
        />
      </DocSection>
      <DocSection title="When nothing is sent">
        <Paragraph text="Without a mail server, Tattle sends no e-mail: it keeps each one in the outbox, which only the operator can read, and says so in the timeline, on invitations, and when somebody asks for a link. Channels work without one." />
        <Paragraph text="Settings → E-mail shows the operator what to set, sends a test mail, and lists the last failures; everyone else sees whom to ask. In the meantime, to invite a person, copy the link under Settings → Members and pass it on." />
      </DocSection>
      <DocSection title="Fewer e-mails">
        <Paragraph text="A snitch that stays missing raises an alert for every failed period. Each is e-mailed, unless the case’s settings say otherwise:" />
        <BulletList
          items={[
            "Every failed period: the default.",
            "The first, then one an hour, or one a day.",
            "Only the first, until it recovers.",
          ]}
        />
        <Paragraph text="Members choose for themselves in the case’s settings, other recipients by the link in an e-mail. Their choice wins over the case’s. The first missed period, errors and recoveries are always e-mailed, and channels get every alert that they are meant for." />
        <Paragraph text="When more than ten alerts go to one address within a minute, the rest of that minute is one e-mail with a list. The case’s settings can switch this off." />
      </DocSection>
      <DocSection title="Quiet hours and digest">
        <BulletList
          items={[
            "In your quiet hours, alerts of snitches below critical wait and come in one e-mail when they end. What was over by then is one line in it. A critical alert never waits.",
            "A digest comes every Monday or on the first day of a month, at 08:00: open incidents first, then for each snitch the share of healthy periods, misses, how long its runs take, and its longest incident.",
            "Members choose both in the case’s settings, under “Your e-mails”, with their own time zone.",
          ]}
        />
      </DocSection>
      <DocSection title="Escalation">
        <Paragraph text="A case may have up to five steps, such as “after 15 minutes, tell these people and channels”. They begin when people are told of an incident, and stop when it is acknowledged, snoozed or over. Everyone who was told is told of the end. If the worker was away, the steps that were due are told once, together. A step whose people have all left tells the owners." />
      </DocSection>
      <DocSection title="When nobody would be alerted">
        <Paragraph text="If no way of alerting people works, every page of the case says so in red, with what to do, and its owners get one e-mail. That is so if all channels are switched off or fail, and no e-mail can arrive: the mail server refuses the addresses, or quiet hours leave less than a day in a week." />
      </DocSection>
    </DocPage>
  );
}
