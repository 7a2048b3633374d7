import { Time } from "@/components/time";
import type { Hold } from "@/lib/rules/incidents/incident";
import { HOLD_LABELS, reasonNotNotified, type Unnotified } from "@/lib/rules/notifications/why-not-notified";

type HeldBackProps = {
  alert: Unnotified & { at: Date; isNotified: boolean; hold: Hold | null; notifiedLaterAt: Date | null };
};

/** Why people were alerted later, or not at all. */
export function HeldBack({ alert }: HeldBackProps) {
  const { at, hold, isNotified, notifiedLaterAt } = alert;
  if (notifiedLaterAt)
    return (
      <p className="text-xs text-ink-quiet">
        Alerted at <Time at={notifiedLaterAt} near={at} isTabStop={false} />
        {hold && `, because ${HOLD_LABELS[hold]}`}.
      </p>
    );
  if (isNotified) return null;
  return <NoOneAlerted why={reasonNotNotified(alert)} />;
}

export const NoOneAlerted = ({ why }: { why: string }) => (
  <p className="text-xs text-ink-quiet">No one was alerted: {why}.</p>
);
