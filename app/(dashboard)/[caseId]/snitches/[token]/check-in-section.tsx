import { Section } from "@/components/section";
import { CheckInSnippets, RunSnippets } from "@/components/snitches/snippets/check-in-snippets";
import { OtherTools } from "@/components/snitches/snippets/other-tools";
import { protocolAddresses } from "@/components/snitches/snippets/protocol-addresses";
import { runSnippetsFor } from "@/components/snitches/snippets/run-snippets";
import { snippetTimes } from "@/components/snitches/snippets/snippet-times";
import { snippetsFor } from "@/components/snitches/snippets/snippets";
import { CopyField } from "@/components/ui/copy-field";
import { Link } from "@/components/ui/link";
import { env } from "@/lib/platform/env";
import { CheckInAddress } from "./check-in-address";
import type { LoadedSnitch } from "./load-snitch";

/** The check-in URL, and examples for jobs. One line once the job reports: the examples are on a page of their own, because they are a third of this one. */
export function CheckInSection({ snitch, snitchUrl }: { snitch: LoadedSnitch; snitchUrl: string }) {
  const checkInUrl = `${env.CHECK_IN_URL}/${snitch.token}`;
  const isPending = snitch.status === "pending";
  const field = (
    <div className="grid gap-2">
      <CopyField label="Check-in URL" value={checkInUrl} what="the check-in URL" hotkey="y" isInline />
      <CheckInAddress token={snitch.token} isInline />
    </div>
  );
  if (isPending) {
    const times = snippetTimes(snitch);
    return (
      <Section title="Check in" className="print:hidden">
        {field}
        <CheckInSnippets snippets={snippetsFor(checkInUrl, times)} />
        <RunSnippets snippets={runSnippetsFor(checkInUrl, times)} />
        <OtherTools addresses={protocolAddresses(snitch, env.CHECK_IN_URL)} token={snitch.token} />
      </Section>
    );
  }
  return (
    <section
      aria-label="Check in"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 print:hidden"
    >
      <div className="min-w-0 grow basis-80">{field}</div>
      <Link
        href={`${snitchUrl}/setup`}
        className="py-1 text-sm text-ink-quiet underline underline-offset-4 hover:text-ink"
      >
        Examples
      </Link>
    </section>
  );
}
