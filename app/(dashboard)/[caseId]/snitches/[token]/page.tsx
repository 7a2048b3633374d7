import type { Metadata } from "next";
import Link from "next/link";
import { favicon } from "@/components/favicon";
import { Live } from "@/components/live";
import { Section } from "@/components/section";
import { CheckInLog } from "@/components/snitches/check-in-log";
import { CheckInSnippets } from "@/components/snitches/check-in-snippets";
import { DeleteSnitch } from "@/components/snitches/delete-snitch";
import { HabitNote } from "@/components/snitches/habit-note";
import { habitSentence } from "@/components/snitches/habit-sentence";
import { HistoryStrip, historySentence } from "@/components/snitches/history-strip";
import { snippetsFor } from "@/components/snitches/snippets";
import { SnitchFields } from "@/components/snitches/snitch-fields";
import { statusLabel } from "@/components/snitches/status-badge";
import { CopyField } from "@/components/ui/copy-field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { latestEntries } from "@/lib/check-ins/timeline";
import { env } from "@/lib/env";
import { historyOf } from "@/lib/snitches/history";
import { isMinutes } from "@/lib/snitches/interval";
import { otherwiseTold } from "../../snitch-form";
import { change, remove } from "./actions";
import { SnitchHeader } from "./header";
import { type SnitchParams, shownSnitch } from "./snitch";

const ENTRIES_SHOWN = 40;
const BARS_SHOWN = 30;

export async function generateMetadata({ params }: { params: SnitchParams }): Promise<Metadata> {
  const { caseId, token } = await params;
  const { snitch, owner } = await shownSnitch(caseId, token);
  const isTrouble = snitch.status === "failed" || snitch.status === "errored";
  if (!isTrouble) return { title: `${snitch.name} · ${owner.name}` };
  return {
    title: { absolute: `▲ ${statusLabel(snitch.status)}: ${snitch.name} · ${owner.name}` },
    icons: { icon: favicon("alarmed") },
  };
}

export default async function SnitchPage({ params }: { params: SnitchParams }) {
  const { caseId, token } = await params;
  const { owner, snitch } = await shownSnitch(caseId, token);
  const now = new Date();
  // Bars of a few minutes would show an hour: for such snitches a bar is an hour.
  const interval = isMinutes(snitch.interval) ? "hourly" : snitch.interval;
  const [entries, history] = await Promise.all([
    latestEntries(snitch.id, ENTRIES_SHOWN),
    historyOf([{ id: snitch.id, interval }], BARS_SHOWN, now),
  ]);
  const bars = history.get(snitch.id) ?? [];
  const checkInUrl = `${env.CHECK_IN_URL}/${token}`;

  return (
    <>
      <SnitchHeader owner={owner} snitch={snitch} now={now} />
      <div className="grid gap-2 pb-6">
        <HistoryStrip bars={bars} className="h-7 w-full max-w-md gap-[3px]" />
        <p className="text-sm text-ink-quiet">
          {historySentence(bars, isMinutes(snitch.interval) ? "hour" : "period")}
        </p>
        {snitch.alertType === "smart" && <HabitNote sentence={habitSentence(snitch, now)} />}
      </div>
      <Section title="Check in">
        <CopyField label="Check-in URL" value={checkInUrl} what="the check-in URL" />
        <details open={snitch.status === "pending"}>
          <summary className="w-fit py-1 text-sm text-ink-quiet hover:text-ink">
            How to check in from a job
          </summary>
          <div className="grid grid-cols-[minmax(0,1fr)] pt-3">
            <CheckInSnippets snippets={snippetsFor(checkInUrl, snitch.interval)} />
          </div>
        </details>
      </Section>
      <Section title="Recent activity">
        {entries.length > 0 ? (
          <CheckInLog entries={entries} now={now} />
        ) : (
          <p className="text-ink-quiet">
            Check-ins and alerts appear here. This snitch has none yet:{" "}
            <Link
              href={`/${owner.id}/snitches/${token}/setup`}
              className="text-ink underline underline-offset-4"
            >
              see how to check in
            </Link>
            .
          </p>
        )}
      </Section>
      <Section title="Settings">
        <Form action={change.bind(null, owner.id, token)} className="grid max-w-xl gap-5">
          <SnitchFields now={now} otherwise={otherwiseTold(owner)} snitch={snitch} />
          <div className="flex items-center gap-3">
            <Submit busy="Saving…">Save Changes</Submit>
            <Saved />
          </div>
        </Form>
      </Section>
      <Section title="Delete">
        <p className="max-w-prose text-ink-quiet">
          Its history goes with it, and its check-in URL stops working.
        </p>
        <div>
          <DeleteSnitch name={snitch.name} action={remove.bind(null, owner.id, token)} />
        </div>
      </Section>
      <Live caseId={owner.id} />
    </>
  );
}
