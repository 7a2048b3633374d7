import { KeepFocus } from "@/components/keep-focus";
import { SnoozeIncident } from "@/components/snooze/snooze-menu";
import { StillSnoozeForm } from "@/components/snooze/still-snooze-form";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { AlarmClock, Check } from "@/components/ui/icons";
import type { NoticedIncident } from "./words";

export type IncidentActions = { acknowledge: FormAction; snooze: FormAction; unsnooze: FormAction };

type IncidentVerbsProps = {
  incident: Pick<NoticedIncident, "closedAt" | "acknowledgedAt" | "snoozedUntil">;
  now: Date;
  actions: IncidentActions;
  /** In a list: whose incident it is. Then the buttons have no keys. */
  of?: string;
};

/** What a person can do about an open incident: say that it is taken care of, and keep alerts back for some time. */
export function IncidentVerbs({ incident, now, actions, of }: IncidentVerbsProps) {
  if (incident.closedAt) return null;
  const isSnoozed = incident.snoozedUntil !== null && incident.snoozedUntil > now;
  const label = (verb: string) => (of ? `${verb} ${of}` : undefined);
  return (
    <>
      {!incident.acknowledgedAt && (
        <Form action={actions.acknowledge}>
          <Submit
            look={of ? "plain" : "primary"}
            busy="Acknowledging…"
            data-hotkey={of ? undefined : "a"}
            aria-label={label("Acknowledge")}
          >
            <Check aria-hidden />
            Acknowledge
          </Submit>
        </Form>
      )}
      <KeepFocus on={isSnoozed ? "end" : "snooze"}>
        {isSnoozed ? (
          <Form action={actions.unsnooze}>
            <Submit
              look="plain"
              busy="Ending…"
              data-hotkey={of ? undefined : "s"}
              aria-label={label("End snooze of")}
            >
              <AlarmClock aria-hidden />
              End Snooze
            </Submit>
          </Form>
        ) : (
          <>
            <SnoozeIncident
              action={actions.snooze}
              hotkey={of ? undefined : "s"}
              label={label("Snooze incident of")}
            />
            <noscript>
              <StillSnoozeForm action={actions.snooze} now={now} of={of} />
            </noscript>
          </>
        )}
      </KeepFocus>
    </>
  );
}
