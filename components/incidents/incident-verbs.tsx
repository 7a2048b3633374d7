import type { NoticedIncident } from "@/components/incident-notices";
import { KeepFocus } from "@/components/keep-focus";
import { MuteOne } from "@/components/mute/mute-menu";
import { StillMuteForm } from "@/components/mute/still-mute-form";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { AlarmClock, Check, X } from "@/components/ui/icons";
import { isAsked } from "@/lib/rules/incidents/acknowledgement";

export type IncidentActions = {
  acknowledge: FormAction;
  unacknowledge: FormAction;
  snooze: FormAction;
  unsnooze: FormAction;
};

type IncidentVerbsProps = {
  incident: Pick<NoticedIncident, "closedAt" | "acknowledgedAt" | "ackAskedAt" | "snoozedUntil">;
  now: Date;
  actions: IncidentActions;
  /** Pauses its snitch. */
  pause: FormAction;
};

/** What a person can do about an open incident: say that it is taken care of, keep alerts back for some time, and pause its snitch. */
export function IncidentVerbs({ incident, now, actions, pause }: IncidentVerbsProps) {
  if (incident.closedAt) return null;
  const isSnoozed = incident.snoozedUntil !== null && incident.snoozedUntil > now;
  const snooze = isSnoozed ? undefined : actions.snooze;
  return (
    <>
      {incident.acknowledgedAt && !isAsked(incident) ? (
        <Form action={actions.unacknowledge}>
          <Submit look="plain" busy="Removing…">
            <X aria-hidden />
            Unacknowledge
          </Submit>
        </Form>
      ) : (
        <Form action={actions.acknowledge}>
          <Submit busy="Acknowledging…" data-hotkey="a">
            <Check aria-hidden />
            {isAsked(incident) ? "Still on It" : "Acknowledge"}
          </Submit>
        </Form>
      )}
      <KeepFocus on={isSnoozed ? "end" : "snooze"}>
        <div className="flex flex-wrap gap-2">
          {isSnoozed && (
            <Form action={actions.unsnooze}>
              <Submit look="plain" busy="Ending…" data-hotkey="s">
                <AlarmClock aria-hidden />
                End Snooze
              </Submit>
            </Form>
          )}
          <MuteOne snooze={snooze} pause={pause} hotkey={isSnoozed ? "p" : "s"} />
        </div>
      </KeepFocus>
      <noscript>
        <div className="flex flex-wrap gap-2">
          {snooze && <StillMuteForm verb="snooze" action={snooze} now={now} />}
          <StillMuteForm verb="pause" action={pause} now={now} />
        </div>
      </noscript>
    </>
  );
}
