import clsx from "clsx";
import { KeepFocus } from "@/components/keep-focus";
import { DuplicateLink } from "@/components/snitches/duplicate-link";
import { PauseForm, PauseMenu } from "@/components/snitches/pause-menu";
import { StatusBadge } from "@/components/snitches/status-badge";
import { StatusSentence } from "@/components/snitches/status-sentence";
import { Form, Submit } from "@/components/ui/form";
import { ArrowLeft, Play } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { shownStatus } from "@/lib/rules/is-late";
import { scheduleInWords } from "@/lib/rules/schedule/words";
import type { Status } from "@/lib/rules/snitch-state";
import { pauseSnitchAction, unpauseSnitchAction } from "./actions";
import type { loadSnitch } from "./load-snitch";

type SnitchHeaderProps = Awaited<ReturnType<typeof loadSnitch>> & { now: Date };

const BAND_CLASSES: Record<Status | "late", string> = {
  pending: "border-dashed border-line",
  healthy: "border-line bg-surface-quiet",
  late: "border-errored/30 bg-errored/6",
  failed: "border-failed/30 bg-failed/6",
  errored: "border-errored/30 bg-errored/6",
  paused: "border-paused/30 bg-paused/8",
};

/** The name and status of a snitch, and the control to pause or unpause it. */
export function SnitchHeader({ theCase, role, snitch, now }: SnitchHeaderProps) {
  const shown = shownStatus(snitch, now);
  const isPaused = snitch.status === "paused";
  return (
    <div className="grid gap-4 pb-6">
      <Link
        href={`/${theCase.id}`}
        className="inline-flex w-fit items-center gap-1.5 py-1 text-sm text-ink-quiet hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-3.5" />
        Snitches
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 gap-1.5">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
            <bdi>{snitch.name}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-quiet">
            {scheduleInWords(snitch)}
            {snitch.tags.map((tag) => (
              <span key={tag} className="min-w-0 rounded border border-line px-1.5 text-xs wrap-anywhere">
                {tag}
              </span>
            ))}
          </p>
        </div>
        {may(role, "manage_snitches") && (
          <div className="ml-auto">
            <DuplicateLink caseId={theCase.id} token={snitch.token} />
          </div>
        )}
        {snitch.status !== "pending" && may(role, "manage_snitches") && (
          <KeepFocus on={isPaused ? "unpause" : "pause"}>
            {isPaused ? (
              <Form action={unpauseSnitchAction.bind(null, theCase.id, snitch.token)}>
                <Submit look="plain" busy="Unpausing…" data-hotkey="p">
                  <Play aria-hidden />
                  Unpause
                </Submit>
              </Form>
            ) : (
              <>
                <PauseMenu action={pauseSnitchAction.bind(null, theCase.id, snitch.token)} />
                <noscript>
                  <PauseForm action={pauseSnitchAction.bind(null, theCase.id, snitch.token)} />
                </noscript>
              </>
            )}
          </KeepFocus>
        )}
      </div>
      <div
        className={clsx(
          "flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-lg border px-4 py-3",
          BAND_CLASSES[shown],
        )}
      >
        <span role="status" aria-label="Status">
          <StatusBadge status={shown} />
        </span>
        <p className="min-w-0 text-ink-quiet">
          <StatusSentence snitch={snitch} now={now} />
        </p>
      </div>
      {snitch.notes && (
        <p className="max-w-prose wrap-anywhere whitespace-pre-wrap text-ink-quiet">{snitch.notes}</p>
      )}
    </div>
  );
}
