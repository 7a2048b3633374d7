import { Section } from "@/components/section";
import { Code } from "@/components/ui/code";
import { listEmailFailures } from "@/lib/emails/failures";
import { type MailSettings, mailSettings } from "@/lib/mail/settings";
import type { Person } from "@/lib/people/users/find";
import { env } from "@/lib/platform/env";
import { sendTestMailAction } from "./actions";
import { Failures } from "./failures";
import { TestMailForm } from "./test-mail-form";

/** What the operator sees and does about email: the settings in use, a test, what to set, and the last failures. */
export async function EmailSetup({ user }: { user: Person }) {
  const settings = mailSettings();
  const isSetUp = settings.provider !== "none";
  const failures = await listEmailFailures();
  return (
    <>
      <InUse settings={settings} />
      <Section title="Test">
        <TestMailForm to={user.email} send={sendTestMailAction} />
      </Section>
      <Section title={isSetUp ? "Change" : "Set up"}>
        <WhatToSet />
      </Section>
      <Section title="Last failures">
        <Failures failures={failures} now={new Date()} />
      </Section>
    </>
  );
}

const PROVIDERS: Record<MailSettings["provider"], string> = {
  resend: "Resend",
  smtp: "SMTP server",
  none: "none",
};

function InUse({ settings }: { settings: MailSettings }) {
  const { provider, server, from, isFromUnset, takesEvents } = settings;
  const isSetUp = provider !== "none";
  return (
    <section className="grid gap-4 pb-6">
      <h2 className="font-semibold">Current settings</h2>
      <p className="flex gap-2">
        <span aria-hidden className={isSetUp ? "text-healthy" : "text-errored"}>
          {isSetUp ? "●" : "○"}
        </span>
        {isSetUp
          ? "Emails are sent through a mail server."
          : "No mail server is set up. Emails are kept in the outbox for 30 days, not sent."}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <dt className="text-ink-quiet">Mail server</dt>
        <dd className="min-w-0 break-all">{[PROVIDERS[provider], server].filter(Boolean).join(", ")}</dd>
        <dt className="text-ink-quiet">From</dt>
        <dd className="min-w-0 break-all">
          {from}
          {isFromUnset && isSetUp && (
            <span className="block break-normal text-errored">
              Set MAIL_FROM: mail servers refuse this sender.
            </span>
          )}
        </dd>
        {provider === "resend" && (
          <>
            <dt className="text-ink-quiet">Bounces</dt>
            <dd>{takesEvents ? "received from Resend" : "not known: RESEND_WEBHOOK_SECRET is not set"}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

const SMTP = `SMTP_URL=smtp://USER:PASSWORD@mail.example.com:587
MAIL_FROM=Tattle <tattle@example.com>`;

const RESEND = `RESEND_API_KEY=re_…
RESEND_WEBHOOK_SECRET=whsec_…
MAIL_FROM=Tattle <tattle@example.com>`;

/** Email is configured by environment variables, so that no password of a mail server is in the database. */
const WhatToSet = () => (
  <>
    <p className="max-w-prose text-ink-quiet">
      Put one of these into the file <code className="font-mono text-xs">.env</code>, or into the environment
      of the web and worker processes, with your own values. Then restart Tattle and send a test mail.
    </p>
    <h3 className="text-sm font-medium">Your mail server (SMTP)</h3>
    <Code text={SMTP} what="the settings for SMTP" />
    <p className="max-w-prose text-sm text-ink-quiet">
      <code className="font-mono text-xs">smtps://</code> with port 465 if the server wants TLS from the
      start. Write special characters of the password as in a URL:{" "}
      <code className="font-mono text-xs">@</code> is <code className="font-mono text-xs">%40</code>.
    </p>
    <h3 className="text-sm font-medium">Or Resend</h3>
    <Code text={RESEND} what="the settings for Resend" />
    <p className="max-w-prose text-sm text-ink-quiet">
      The sender must belong to a domain that your mail provider has verified. So that alerts to an address
      whose emails bounce go to others, add a webhook in Resend with the address{" "}
      <code className="font-mono text-xs break-all">{`${env.APP_URL}/api/mail/resend`}</code> and its signing
      secret here.
    </p>
  </>
);
