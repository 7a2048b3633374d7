import { LateSentence } from "@/components/reported-late";
import { Time } from "@/components/time";
import { Fact } from "@/components/ui/fact";
import type { FoundAlert } from "@/lib/history/find-alert";
import { readLateFacts } from "@/lib/rules/history/late-text";
import { HOLD_LABELS, reasonNotNotified } from "@/lib/rules/notifications/why-not-notified";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { RepeatReason } from "@/lib/rules/state/alert-facts";

const HAPPENED: Record<AlertKind, string> = {
  missing: "Due by",
  errored: "Reported",
  reporting: "Reported",
  paused: "Paused",
};

/** When it happened, when Tattle decided it, and when people were notified: the rows of a `FactList`. */
export function Decision({ alert }: { alert: FoundAlert }) {
  const { at, kind, cause, facts, isReminder, createdAt, disprovedAt } = alert;
  const label = isReminder ? "Due" : cause === "overran" ? "Limit reached" : HAPPENED[kind];
  const decidedAt = facts ? new Date(facts.decidedAt) : null;
  return (
    <>
      <Fact label={label}>
        <Time at={at} as="exact" />
      </Fact>
      {facts?.reportedLate && (
        <Fact label={disprovedAt ? "Disproved" : "Reported late"}>
          <LateSentence {...readLateFacts(facts.reportedLate)} />
          {disprovedAt && (
            <p className="text-ink-quiet">The job had run, so this no longer counts as a miss.</p>
          )}
        </Fact>
      )}
      {decidedAt && (
        <Fact label="Decided">
          <Time at={decidedAt} as="exact" />
          {decidedAt > at && (
            <p className="text-ink-quiet">
              {runDuration(decidedAt.getTime() - at.getTime())} later.
              {kind === "missing" &&
                ` Tattle waits ${runDuration(DEADLINE_ALLOWANCE_MS)} in case a report is on its way.`}
            </p>
          )}
          <Holds alert={alert} />
        </Fact>
      )}
      {!facts && (
        <Fact label="Saved">
          <Time at={createdAt} as="exact" />
        </Fact>
      )}
      <Fact label="Alerted">
        <Notification alert={alert} decidedAt={decidedAt ?? createdAt} />
      </Fact>
    </>
  );
}

/** The times between the deadline and the decision in which all alerts were held. */
const Holds = ({ alert: { kind, isReminder, holds } }: { alert: FoundAlert }) =>
  kind === "missing" &&
  !isReminder &&
  holds.map(({ heldAt, until }) => (
    <p key={heldAt.toISOString()} className="text-ink-quiet">
      All alerts were held from <Time at={heldAt} as="second" />
      {until && (
        <>
          {" "}
          to <Time at={until} as="second" />
        </>
      )}
      , because no job was checking in.
    </p>
  ));

const REPEAT_LABELS: Record<RepeatReason, string> = {
  reminder: "as a reminder",
  snooze: "because the snooze had ended and it had not recovered",
  escalation: "because no one had acknowledged the incident",
};

function Notification({ alert, decidedAt }: { alert: FoundAlert; decidedAt: Date }) {
  const { isNotified, hold, notifiedLaterAt, facts } = alert;
  if (!isNotified) return `No one: ${reasonNotNotified(alert)}.`;
  const laterAt = facts?.notifiedLater ? new Date(facts.notifiedLater.at) : notifiedLaterAt;
  if (laterAt)
    return (
      <>
        <Time at={laterAt} as="exact" />
        <p className="text-ink-quiet">
          {hold
            ? `It was held, because ${HOLD_LABELS[hold]}.`
            : "The notification was sent later than the decision."}
        </p>
      </>
    );
  const because = facts?.repeats && REPEAT_LABELS[facts.repeats.because];
  return (
    <>
      Immediately, <Time at={decidedAt} as="exact" />
      {because && <p className="text-ink-quiet">Again, {because}.</p>}
    </>
  );
}
