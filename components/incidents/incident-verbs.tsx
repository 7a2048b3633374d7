import { KeepFocus } from "@/components/keep-focus";
import { snoozeChoices } from "@/components/snooze/choices";
import { SnoozeIncident } from "@/components/snooze/snooze-menu";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { AlarmClock, Check } from "@/components/ui/icons";
import { INCIDENT_SNOOZES } from "@/lib/rules/snooze";
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

/** The snoozes without JavaScript. Its times are in UTC. */
const StillSnoozeForm = ({ action, now, of }: { action: FormAction; now: Date; of?: string }) => (
  <Form action={action} className="flex gap-2">
    <select
      name="until"
      aria-label={of ? `Snooze incident of ${of} until` : "Snooze incident until"}
      className="h-8 rounded-md border border-line bg-surface px-2 text-sm"
    >
      {snoozeChoices(now, "UTC", INCIDENT_SNOOZES).map(({ snooze, label, detail }) => (
        <option key={snooze} value={snooze}>{`${label} (${detail})`}</option>
      ))}
    </select>
    <Submit look="plain" busy="Snoozing…">
      Snooze Incident
    </Submit>
  </Form>
);
