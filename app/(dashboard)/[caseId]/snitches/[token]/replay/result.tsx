import { Suspense } from "react";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import type { ReplayedDay } from "@/lib/replay/days";
import { GRACE_DAYS, type SnitchReplay } from "@/lib/replay/replay-snitch";
import { areSameSettings } from "@/lib/rules/incidents/settings";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import { ApplySettings } from "./apply-settings";
import { DayStrip } from "./day-strip";
import {
  adviceSentence,
  computeGraceMinutes,
  smallestGraceSentence,
  tooShortSentence,
  withGrace,
} from "./grace-text";
import { formatReplaySummary } from "./replay-text";

type ResultProps = {
  snitch: { caseId: string; token: string };
  replay: SnitchReplay;
  days: ReplayedDay[];
  /** Undefined while it is looked for. */
  grace: number | null | undefined;
  mayManage: boolean;
};

/** What would have been sent and what was, in a sentence and day by day; and the grace that fits. */
export function Result({ snitch, replay, days, grace, mayManage }: ResultProps) {
  const { settings, ownSettings, firstCheckInAt, since, advice, tooShort } = replay;
  const isOwn = areSameSettings(settings, ownSettings);
  const summary = formatReplaySummary(days, isOwn);
  const counts = days.map(({ start, wouldNotify, wouldNotNotify, notified }) => ({
    start,
    wouldNotify: wouldNotify.length,
    wouldNotNotify: wouldNotNotify.length,
    notified: notified.length,
  }));
  return (
    <>
      <section aria-label="Result" className="grid gap-4 pb-6">
        <h2 className="sr-only">Result</h2>
        <p role="status" className="text-lg font-medium">
          {summary}
        </p>
        {tooShort && (
          <p className="rounded-md border border-errored/30 bg-errored/8 px-3 py-2 text-sm text-errored">
            <strong className="font-semibold">Too soon.</strong> {tooShortSentence(tooShort)}
          </p>
        )}
        {firstCheckInAt && firstCheckInAt > since && (
          <p className="text-sm text-ink-quiet">
            The first stored check-in is from <Time at={firstCheckInAt} />.
          </p>
        )}
        <DayStrip key={counts.length} days={counts} sentence={summary} />
        {mayManage && (
          <ApplySettings
            snitch={snitch}
            settings={settings}
            label={isOwn ? null : "Use These Settings"}
            saved={isOwn ? "Saved. The snitch now has these settings." : ""}
          />
        )}
      </section>
      <Section id="grace" title="Suggested grace">
        <SuggestedGrace snitch={snitch} replay={replay} mayManage={mayManage} />
        {(advice.kind === "grace" || advice.kind === "none_fits") && (
          <p className="max-w-prose text-sm text-ink-quiet">
            {grace === undefined ? (
              <Suspense fallback={<Searching />}>
                <Smallest minutes={replay.smallestGrace} />
              </Suspense>
            ) : (
              smallestGraceSentence(grace, GRACE_DAYS)
            )}
          </p>
        )}
      </Section>
    </>
  );
}

const Searching = () => (
  <>
    Searching many check-ins for the smallest one without a false alarm…
    <noscript> This takes a while and needs JavaScript.</noscript>
  </>
);

/** The same once it is found. */
const Smallest = async ({ minutes }: { minutes: Promise<number | null> }) =>
  smallestGraceSentence(await minutes, GRACE_DAYS);

type SuggestedGraceProps = {
  snitch: { caseId: string; token: string };
  replay: SnitchReplay;
  mayManage: boolean;
};

/** The grace that fits the runs of the past, and a button that sets it; or why none is suggested. */
function SuggestedGrace({ snitch, replay, mayManage }: SuggestedGraceProps) {
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
