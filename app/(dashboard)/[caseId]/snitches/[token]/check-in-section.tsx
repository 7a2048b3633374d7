import { Section } from "@/components/section";
import { CheckInSnippets, RunSnippets } from "@/components/snitches/check-in-snippets";
import { OtherTools } from "@/components/snitches/other-tools";
import { protocolAddresses } from "@/components/snitches/protocol-addresses";
import { runSnippetsFor } from "@/components/snitches/run-snippets";
import { snippetTimes } from "@/components/snitches/snippet-times";
import { snippetsFor } from "@/components/snitches/snippets";
import { CopyField } from "@/components/ui/copy-field";
import { env } from "@/lib/platform/env";
import { CheckInAddress } from "./check-in-address";
import type { LoadedSnitch } from "./load-snitch";

/** The check-in URL, and examples for jobs. One line once the job reports; the examples unfold below it. */
export function CheckInSection({ snitch }: { snitch: LoadedSnitch }) {
  const checkInUrl = `${env.CHECK_IN_URL}/${snitch.token}`;
  const isPending = snitch.status === "pending";
  const field = (
    <div className="grid gap-2">
      <CopyField label="Check-in URL" value={checkInUrl} what="the check-in URL" hotkey="y" isInline />
      <CheckInAddress token={snitch.token} isInline />
    </div>
  );
  const times = snippetTimes(snitch);
  const snippets = (
    <>
      <CheckInSnippets snippets={snippetsFor(checkInUrl, times)} />
      <RunSnippets snippets={runSnippetsFor(checkInUrl, times)} />
      <OtherTools addresses={protocolAddresses(snitch, env.CHECK_IN_URL)} />
    </>
  );
  if (isPending)
    return (
      <Section title="Check in" className="print:hidden">
        {field}
        {snippets}
      </Section>
    );
  return (
    <section
      aria-label="Check in"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 print:hidden"
    >
      <div className="min-w-0 grow basis-80">{field}</div>
      <details className="min-w-0 open:basis-full">
        <summary className="w-fit py-1 text-sm text-ink-quiet hover:text-ink">Examples</summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">{snippets}</div>
      </details>
    </section>
  );
}
