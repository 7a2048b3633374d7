import { IncidentVerbs } from "@/components/incidents/incident-verbs";
import { KeepFocus } from "@/components/keep-focus";
import { MuteOne } from "@/components/mute/mute-menu";
import { StillMuteForm } from "@/components/mute/still-mute-form";
import { Form, Saved, Submit } from "@/components/ui/form";
import { Check, Play } from "@/components/ui/icons";
import type { ListedIncident } from "@/lib/incidents/list";
import { bindIncidentActions } from "../../incidents/actions-of";
import { checkInNowAction, pauseSnitchAction, unpauseSnitchAction } from "./actions";
import type { LoadedSnitch } from "./load-snitch";

type VerbsProps = {
  caseId: string;
  snitch: LoadedSnitch;
  /** The open incident; null if there is none. */
  incident: ListedIncident | null;
  now: Date;
};

/** What a person can do about a snitch now. Alerts can be snoozed while an incident is open. */
export function Verbs({ caseId, snitch: { token, status }, incident, now }: VerbsProps) {
  const isPaused = status === "paused";
  const pause = pauseSnitchAction.bind(null, caseId, token);
  return (
    <div className="flex flex-wrap items-start gap-2 print:hidden">
      {incident && (
        <IncidentVerbs
          incident={incident}
          now={now}
          actions={bindIncidentActions(caseId, incident.id)}
          pause={pause}
        />
      )}
      {status !== "pending" && (
        <KeepFocus on={isPaused ? "unpause" : "pause"}>
          <div className="flex flex-wrap gap-2">
            {isPaused && (
              <Form action={unpauseSnitchAction.bind(null, caseId, token)}>
                <Submit look="plain" busy="Unpausing…" data-hotkey="p">
                  <Play aria-hidden />
                  Unpause
                </Submit>
              </Form>
            )}
            {!incident && (
              <>
                <MuteOne pause={pause} hotkey="s" />
                <noscript>
                  <StillMuteForm verb="pause" action={pause} now={now} />
                </noscript>
              </>
            )}
          </div>
        </KeepFocus>
      )}
      <Form action={checkInNowAction.bind(null, caseId, token)} className="flex flex-wrap items-center gap-3">
        <Submit look="plain" busy="Checking in…">
          <Check aria-hidden />
          Check In Now
        </Submit>
        <Saved>Checked in.</Saved>
      </Form>
      {status === "pending" && (
        <p className="py-1.5 text-sm text-ink-quiet">It can be paused after its first check-in.</p>
      )}
    </div>
  );
}
