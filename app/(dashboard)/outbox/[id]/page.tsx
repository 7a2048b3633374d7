import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { exactlyInUtc } from "@/components/time-in-words";
import { ArrowLeft } from "@/components/ui/icons";
import { currentOperator, isUuid } from "@/lib/auth/session";
import { findCaptured } from "@/lib/mail/captured";
import { ShellOf } from "../../shell";

type MailPageProps = { params: Promise<{ id: string }> };

async function shownMail(params: MailPageProps["params"]) {
  const user = await currentOperator();
  const { id } = await params;
  const mail = isUuid(id) ? await findCaptured(id) : null;
  if (!mail) notFound();
  return { user, mail };
}

export async function generateMetadata({ params }: MailPageProps): Promise<Metadata> {
  const { mail } = await shownMail(params);
  return { title: mail.subject };
}

export default async function MailPage({ params }: MailPageProps) {
  const { user, mail } = await shownMail(params);
  return (
    <ShellOf user={user}>
      <Link
        href="/outbox"
        className="inline-flex w-fit items-center gap-1.5 py-1 text-sm text-ink-quiet hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-3.5" />
        Outbox
      </Link>
      <h1 className="pt-3 pb-4 text-xl font-semibold tracking-tight break-words">{mail.subject}</h1>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pb-4 text-sm">
        <dt className="text-ink-quiet">From</dt>
        <dd className="break-all">{mail.from}</dd>
        <dt className="text-ink-quiet">To</dt>
        <dd className="break-all">{mail.to}</dd>
        <dt className="text-ink-quiet">When</dt>
        <dd>{exactlyInUtc(mail.at)}</dd>
      </dl>
      {/* Sandboxed: nothing in an e-mail may run here, and its links open on their own. */}
      <iframe
        title="The e-mail as it would be shown"
        srcDoc={`<base target="_blank">${mail.html}`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-[36rem] w-full rounded-lg border border-line bg-surface"
      />
      <details className="pt-4">
        <summary className="w-fit py-1 text-sm text-ink-quiet hover:text-ink">As plain text</summary>
        <pre className="overflow-x-auto rounded-lg border border-line bg-surface-quiet p-4 font-mono text-sm whitespace-pre-wrap">
          {mail.text}
        </pre>
      </details>
    </ShellOf>
  );
}
