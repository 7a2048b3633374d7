import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { timeFormats } from "@/components/time-formats";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { STALE_DAYS, staleSince } from "@/lib/rules/suggestions/stale";
import { formatSuggested } from "@/lib/rules/suggestions/suggested";
import { countStale, listStale } from "@/lib/snitches/stale";
import { NoteVerbs } from "../snitches/[token]/suggestions";

export const metadata: Metadata = { title: "Stale snitches" };

/** More are listed once some of these are dealt with. */
const MAX_LISTED = 100;

export default async function StillWantedPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/still-wanted");
  const now = new Date();
  const [snitches, count, { display }] = await Promise.all([
    listStale(theCase.id, now, MAX_LISTED),
    countStale(theCase.id, now),
    currentReader(),
  ]);
  const { date } = timeFormats(display);
  return (
    <>
      <PageHeader title="Stale snitches">
        Snitches that have been missing for {STALE_DAYS.missing} days, or pending for {STALE_DAYS.pending}. If
        you keep one, it isn’t listed again.
      </PageHeader>
      {snitches.length === 0 ? (
        <p className="text-ink-quiet">Every snitch has checked in lately, is paused, or was kept.</p>
      ) : (
        <ul aria-label="Snitches" className="divide-y divide-line border-y border-line">
          {snitches.map((snitch) => {
            const since = staleSince(snitch, now) ?? now;
            const suggested = { kind: "stale", isPending: snitch.status === "pending", since } as const;
            return (
              <li key={snitch.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
                  <Link
                    href={`/${theCase.id}/snitches/${snitch.token}`}
                    className="w-fit font-medium wrap-anywhere hover:underline"
                  >
                    {snitch.name}
                  </Link>
                  <p className="text-sm text-ink-quiet">{formatSuggested(suggested, date)}</p>
                </div>
                {may(role, "manage_snitches") && (
                  <NoteVerbs caseId={theCase.id} snitch={snitch} suggested={suggested} />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {count > snitches.length && (
        <p className="pt-3 text-sm text-ink-quiet">
          {(count - snitches.length).toLocaleString("en")} more appear once you have kept, paused or deleted
          some of these.
        </p>
      )}
      <Live caseId={theCase.id} />
    </>
  );
}
