import { GRACE_DAYS, type SnitchReplay } from "@/lib/replay/replay-snitch";
import { areSameSettings } from "@/lib/rules/incidents/settings";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import { ApplySettings } from "./apply-settings";
import { adviceSentence, computeGraceMinutes, withGrace } from "./grace-text";

type SuggestedGraceProps = {
  snitch: { caseId: string; token: string };
  replay: SnitchReplay;
  mayManage: boolean;
};

/** The grace that fits the runs of the past, and a button that sets it; or why none is suggested. */
export function SuggestedGrace({ snitch, replay, mayManage }: SuggestedGraceProps) {
  const { settings, ownSettings, advice } = replay;
  const sentence = adviceSentence(advice, GRACE_DAYS);
  if (advice.kind !== "grace") return <p className="max-w-prose text-ink-quiet">{sentence}</p>;
  const { minutes } = advice;
  const grace = formatMargin(minutes * 60);
  const isOnlyGrace = areSameSettings(withGrace(settings, 0), withGrace(ownSettings, 0));
  const isSet = isOnlyGrace && computeGraceMinutes(ownSettings) === minutes;
  const button = isOnlyGrace ? `Set Grace to ${grace}` : `Use These Settings with a Grace of ${grace}`;
  const own = ownSettings.schedule === null ? "" : formatMargin(computeGraceMinutes(ownSettings) * 60);
  return (
    <>
      <p className="max-w-prose font-medium">
        {sentence} {isSet ? "The snitch has this grace." : own && `The snitch has a grace of ${own}.`}
      </p>
      {mayManage && (
        <ApplySettings
          snitch={snitch}
          settings={withGrace(settings, minutes)}
          label={isSet ? null : button}
          saved={isSet ? `Saved. The grace is now ${grace}.` : ""}
        />
      )}
    </>
  );
}
