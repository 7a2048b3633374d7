import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { ConfirmByTyping } from "@/components/confirm-by-typing";
import { PageHeader } from "@/components/page-header";
import { countSnitches } from "@/lib/cases/find";
import { removeCaseAction } from "../actions";

export const metadata: Metadata = { title: "Delete the case" };

/** What cannot be undone. Only owners see it. */
export default async function DangerPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase } = await currentCase((await params).caseId, "/settings/danger", "own");
  const snitchCount = await countSnitches(theCase.id);
  return (
    <>
      <PageHeader title="Delete the case" />
      <section className="grid gap-4">
        <p className="max-w-prose text-ink-quiet">
          This immediately deletes {snitchCount.toLocaleString("en")}{" "}
          {snitchCount === 1 ? "snitch" : "snitches"} and all history, API keys, channels, memberships and the
          audit log. Check-in URLs and API keys stop working. Deleted data stays in backups for 30 days.
        </p>
        <div>
          <ConfirmByTyping
            title="Delete this case?"
            expected={theCase.name}
            label="Name"
            name="name"
            verb="Delete Case"
            action={removeCaseAction.bind(null, theCase.id)}
          >
            This cannot be undone.
          </ConfirmByTyping>
        </div>
      </section>
    </>
  );
}
