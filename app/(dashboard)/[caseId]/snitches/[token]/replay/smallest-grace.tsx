import { GRACE_DAYS, type SnitchReplay } from "@/lib/replay/replay-snitch";
import { marginInWords } from "@/lib/rules/schedule/margin-text";
import { areSameSettings, type Settings } from "@/lib/rules/settings";
import { ApplySettings } from "./apply-settings";
import { computeGraceMinutes, graceSentence, withGrace } from "./grace-words";

type SmallestGraceProps = {
  snitch: { caseId: string; token: string };
  replay: SnitchReplay;
  /** In minutes; null if there is none. */
  minutes: number | null;
  mayManage: boolean;
};

/** The smallest grace without a false alarm, and a button that sets it. */
export function SmallestGrace({ snitch, replay, minutes, mayManage }: SmallestGraceProps) {
  const { settings, ownSettings } = replay;
  const sentence = graceSentence(minutes, settings, GRACE_DAYS);
  if (minutes === null) return <p className="text-ink-quiet">{sentence}</p>;
  const grace = marginInWords(minutes * 60);
  const isOnlyGrace = areSameSettings(withGrace(settings, 0), withGrace(ownSettings, 0));
  const isSet = isOnlyGrace && computeGraceMinutes(ownSettings) === minutes;
  return (
    <>
      <p className="font-medium">{sentence}</p>
      <p className="max-w-prose text-sm text-ink-quiet">
        A false alarm is an alert about a run that came later. {ownGraceSentence(ownSettings, isSet)}
      </p>
      {mayManage && (
        <ApplySettings
          snitch={snitch}
          settings={withGrace(settings, minutes)}
          label={
            isSet
              ? null
              : isOnlyGrace
                ? `Set Grace to ${grace}`
                : `Use These Settings with a Grace of ${grace}`
          }
          saved={isSet ? `Saved. The grace is ${grace} now.` : ""}
        />
      )}
    </>
  );
}

function ownGraceSentence(settings: Settings, isSet: boolean): string {
  if (settings.schedule === null) return "";
  if (isSet) return "The snitch has this grace.";
  return `The snitch has a grace of ${marginInWords(computeGraceMinutes(settings) * 60)}.`;
}
