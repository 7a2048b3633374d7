import { Suspense } from "react";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import type { ReplayedDay } from "@/lib/replay/days";
import type { SnitchReplay } from "@/lib/replay/replay-snitch";
import { areSameSettings } from "@/lib/rules/settings";
import { ApplySettings } from "./apply-settings";
import { DayStrip } from "./day-strip";
import { formatReplaySummary } from "./replay-words";
import { SmallestGrace } from "./smallest-grace";

type ResultProps = {
  snitch: { caseId: string; token: string };
  replay: SnitchReplay;
  days: ReplayedDay[];
  /** Undefined while it is looked for. */
  grace: number | null | undefined;
  mayManage: boolean;
};

/** What would have been sent and what was, in a sentence and day by day; and the smallest grace. */
export function Result({ snitch, replay, days, grace, mayManage }: ResultProps) {
  const { settings, ownSettings, firstCheckInAt, since } = replay;
  const isOwn = areSameSettings(settings, ownSettings);
  const summary = formatReplaySummary(days, isOwn);
  const counts = days.map(({ start, wouldNotify, wouldNotNotify, notified }) => ({
    start,
    wouldNotify: wouldNotify.length,
    wouldNotNotify: wouldNotNotify.length,
    notified: notified.length,
  }));
  const ofGrace = { snitch, replay, mayManage };
  return (
    <>
      <section aria-label="Result" className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
        <h2 className="sr-only">Result</h2>
        <p role="status" className="text-lg font-medium">
          {summary}
        </p>
        {firstCheckInAt && firstCheckInAt > since && (
          <p className="text-sm text-ink-quiet">
            The first stored check-in is of <Time at={firstCheckInAt} />.
          </p>
        )}
        <DayStrip key={counts.length} days={counts} sentence={summary} />
        {mayManage && (
          <ApplySettings
            snitch={snitch}
            settings={settings}
            label={isOwn ? null : "Use These Settings"}
            saved={isOwn ? "Saved. The snitch has these settings now." : ""}
          />
        )}
      </section>
      <Section id="grace" title="Smallest grace">
        {grace === undefined ? (
          <Suspense fallback={<Searching />}>
            <Found {...ofGrace} />
          </Suspense>
        ) : (
          <SmallestGrace {...ofGrace} minutes={grace} />
        )}
      </Section>
    </>
  );
}

const Searching = () => (
  <p className="text-ink-quiet">
    Looking for it in many check-ins…
    <noscript> This takes a while, and is shown with JavaScript only.</noscript>
  </p>
);

/** The same once it is found. */
async function Found(given: Omit<React.ComponentProps<typeof SmallestGrace>, "minutes">) {
  return <SmallestGrace {...given} minutes={await given.replay.smallestGrace} />;
}
