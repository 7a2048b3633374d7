import { redirect } from "next/navigation";
import { lastMembershipOf } from "@/app/(dashboard)/last-membership";
import { currentProxyPerson } from "@/app/sign-in/proxy-person";
import { currentReader } from "@/app/sign-in/reader";
import { currentUser } from "@/app/sign-in/session";
import { CURL } from "@/components/snitches/snippets/snippets";
import { ButtonLink } from "@/components/ui/button";
import { Wordmark } from "@/components/wordmark";
import { listUserCases } from "@/lib/cases/find";
import { findSignUpMethod } from "@/lib/people/accounts/sign-up";
import { env } from "@/lib/platform/env";
import { ProductPicture } from "./product-picture";

export default async function FrontPage() {
  const user = await currentUser();
  if (user) {
    const last = await lastMembershipOf(user);
    // The only case may require a second factor, and leads to where it is set up.
    const id = last?.theCase.id ?? (await listUserCases(user.id))[0]?.id;
    redirect(id ? `/${id}` : "/cases/new");
  }
  if (await currentProxyPerson()) redirect("/sign-in");
  const { theme } = await currentReader();
  const mayJoin = (await findSignUpMethod()) !== "invitation";
  const schedule = "0 3 * * *";
  const call = `${CURL} ${env.CHECK_IN_URL}/c0ffee1234abcd56`;
  return (
    <div className="mx-auto grid min-h-dvh max-w-2xl grid-rows-[auto_1fr] px-4">
      <header className="flex h-16 items-center justify-between">
        <Wordmark />
        <nav aria-label="Site" className="flex gap-1">
          <ButtonLink href="/docs" look="bare">
            Docs
          </ButtonLink>
          <ButtonLink href="/sign-in" look="bare">
            Sign In
          </ButtonLink>
        </nav>
      </header>
      <main id="content" className="grid content-center gap-8 pt-8 pb-[10vh]">
        <h1 className="max-w-xl text-[clamp(1.75rem,5vw,2.5rem)] leading-tight font-semibold tracking-tight text-balance">
          Tattle monitors your cron jobs, and alerts you when one does not run.
        </h1>
        <p className="max-w-lg text-lg text-ink-quiet">
          Your job requests one URL when it has run. When it doesn’t, you get an email, and your channels are
          notified.
        </p>
        <pre className="rounded-md border border-line bg-surface-quiet p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          <span className="text-ink-quiet">{schedule} ./backup &amp;&amp; </span>
          {call}
        </pre>
        <div className="flex gap-2">
          {mayJoin && (
            <ButtonLink href="/sign-up" look="primary" className="h-9 px-4">
              Monitor Your First Job
            </ButtonLink>
          )}
          <ButtonLink href="/docs" look={mayJoin ? "bare" : "primary"} className="h-9 px-4">
            See How It Works
          </ButtonLink>
        </div>
        <div className="lg:-mx-40">
          <ProductPicture theme={theme} />
        </div>
        <Facts />
      </main>
    </div>
  );
}

const FACTS = [
  [
    "One request is enough",
    "curl, systemd, Kubernetes, GitHub Actions or your own code: anything that speaks HTTP can check in.",
  ],
  [
    "Missed runs raise alerts",
    "Intervals from a minute to a month. Smart alerts learn when a job usually runs, and come sooner.",
  ],
  [
    "Nothing is lost",
    "A check-in is on disk before we respond, and an alert is retried until it is accepted.",
  ],
];

const Facts = () => (
  <dl className="grid gap-6 border-t border-line pt-8 sm:grid-cols-3">
    {FACTS.map(([title, text]) => (
      <div key={title} className="grid content-start gap-1 text-sm">
        <dt className="font-medium">{title}</dt>
        <dd className="text-ink-quiet">{text}</dd>
      </div>
    ))}
  </dl>
);
