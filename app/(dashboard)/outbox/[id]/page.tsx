import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentOperator } from "@/app/sign-in/session";
import { BackLink } from "@/components/page-header";
import { Time } from "@/components/time";
import { findCaptured } from "@/lib/mail/captured";
import { describeCapture } from "@/lib/mail/describe-capture";
import { isUuid } from "@/lib/rules/uuid";

type EmailPageProps = { params: Promise<{ id: string }> };

async function loadEmail(params: EmailPageProps["params"]) {
  await currentOperator();
  const { id } = await params;
  const email = isUuid(id) ? await findCaptured(id) : null;
  if (!email) notFound();
  return email;
}

export async function generateMetadata({ params }: EmailPageProps): Promise<Metadata> {
  const email = await loadEmail(params);
  return { title: email.subject };
}

export default async function EmailPage({ params }: EmailPageProps) {
  const email = await loadEmail(params);
  return (
    <>
      <BackLink href="/outbox">Outbox</BackLink>
      <h1 className="pt-3 pb-4 text-xl font-semibold tracking-tight break-words">{email.subject}</h1>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pb-4 text-sm">
        <dt className="text-ink-quiet">From</dt>
        <dd className="break-all">{email.from}</dd>
        <dt className="text-ink-quiet">To</dt>
        <dd className="break-all">{email.to}</dd>
        <dt className="text-ink-quiet">When</dt>
        <dd>
          <Time at={email.at} as="exact" />
        </dd>
        <dt className="text-ink-quiet">Status</dt>
        <dd className="text-errored first-letter:uppercase">{describeCapture()}</dd>
      </dl>
      {/* The sandbox stops scripts of the email. Its links open in a new window. */}
      <iframe
        title="The email as it would be shown"
        srcDoc={`<base target="_blank">${email.html}`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-[36rem] w-full rounded-lg border border-line bg-surface"
      />
      <details className="pt-4">
        <summary className="w-fit py-1 text-sm text-ink-quiet hover:text-ink">As plain text</summary>
        <pre className="overflow-x-auto rounded-lg border border-line bg-surface-quiet p-4 font-mono text-sm whitespace-pre-wrap">
          {email.text}
        </pre>
      </details>
    </>
  );
}
