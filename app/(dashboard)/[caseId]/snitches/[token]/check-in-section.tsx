import { Section } from "@/components/section";
import { CheckInSnippets } from "@/components/snitches/check-in-snippets";
import { snippetsFor } from "@/components/snitches/snippets";
import { CopyField } from "@/components/ui/copy-field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { env } from "@/lib/platform/env";
import { checkInNowAction } from "./actions";
import type { LoadedSnitch } from "./load-snitch";

type CheckInSectionProps = { caseId: string; snitch: LoadedSnitch; mayManage: boolean };

/** The check-in URL, examples for jobs, and a button that checks in. */
export function CheckInSection({ caseId, snitch, mayManage }: CheckInSectionProps) {
  const checkInUrl = `${env.CHECK_IN_URL}/${snitch.token}`;
  return (
    <Section title="Check in" className="print:hidden">
      <CopyField label="Check-in URL" value={checkInUrl} what="the check-in URL" hotkey="y" />
      <details open={snitch.status === "pending"}>
        <summary className="w-fit py-1 text-sm text-ink-quiet hover:text-ink">
          How to check in from a job
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] pt-3">
          <CheckInSnippets snippets={snippetsFor(checkInUrl, snitch.interval)} />
        </div>
      </details>
      {mayManage && (
        <Form action={checkInNowAction.bind(null, caseId, snitch.token)} className="grid gap-2">
          <div className="flex items-center gap-3">
            <Submit look="plain" busy="Checking in…">
              Check In Now
            </Submit>
            <Saved>Checked in.</Saved>
          </div>
        </Form>
      )}
    </Section>
  );
}
