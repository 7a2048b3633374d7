import { CheckInSnippets, RunSnippets } from "@/components/snitches/snippets/check-in-snippets";
import { OtherTools } from "@/components/snitches/snippets/other-tools";
import { protocolAddresses } from "@/components/snitches/snippets/protocol-addresses";
import { runSnippetsFor } from "@/components/snitches/snippets/run-snippets";
import { snippetTimes } from "@/components/snitches/snippets/snippet-times";
import { snippetsFor } from "@/components/snitches/snippets/snippets";
import { CopyField } from "@/components/ui/copy-field";
import { env } from "@/lib/platform/env";
import type { LoadedSnitch } from "./load-snitch";

type CheckInFieldsProps = Pick<LoadedSnitch, "checkInKey"> & { hotkey?: string; isInline?: boolean };

/** The check-in URL of a snitch, and its email address if this installation accepts emails. */
export function CheckInFields({ checkInKey, hotkey, isInline = false }: CheckInFieldsProps) {
  if (checkInKey === null)
    return (
      <p className="text-sm text-ink-quiet">
        The check-in URL was replaced. Only people who can change snitches see it.
      </p>
    );
  return (
    <>
      <CopyField
        label="Check-in URL"
        value={`${env.CHECK_IN_URL}/${checkInKey}`}
        what="the check-in URL"
        hotkey={hotkey}
        isInline={isInline}
      />
      {env.MAIL_IN_PORT !== undefined && (
        <CopyField
          label="Or email to"
          value={`${checkInKey}@${env.MAIL_IN_DOMAIN}`}
          what="the email address"
          isInline={isInline}
        />
      )}
    </>
  );
}

/** Examples for jobs; none for a reader who may not see the URL. */
export function CheckInExamples({ snitch }: { snitch: LoadedSnitch }) {
  const { id, checkInKey } = snitch;
  if (checkInKey === null) return null;
  const checkInUrl = `${env.CHECK_IN_URL}/${checkInKey}`;
  const times = snippetTimes(snitch);
  return (
    <>
      <CheckInSnippets snippets={snippetsFor(checkInUrl, times)} />
      <RunSnippets snippets={runSnippetsFor(checkInUrl, times)} />
      <OtherTools addresses={protocolAddresses(id, checkInKey, env.CHECK_IN_URL)} checkInKey={checkInKey} />
    </>
  );
}
