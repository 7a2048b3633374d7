import { Time } from "@/components/time";
import type { FoundChannel } from "@/lib/channels/list";

/** The state of a channel in a sentence or two. */
export function stateSentence(channel: FoundChannel, now: Date): React.ReactNode {
  const { disabledAt, disabledReason, failingSince, failures, limitedUntil, createdAt } = channel;
  if (disabledAt)
    return (
      <>
        {disabledReason ? "By Tattle" : "Manually"}, on <Time at={disabledAt} />. It gets no alerts.
      </>
    );
  if (failingSince)
    return (
      <>
        {failures} {failures === 1 ? "attempt has" : "attempts have"} failed since <Time at={failingSince} />.
        After three days it is switched off.
      </>
    );
  if (limitedUntil && limitedUntil > now)
    return (
      <>
        Until <Time at={limitedUntil} near={now} />. Alerts wait until then.
      </>
    );
  return (
    <>
      Added on <Time at={createdAt} as="date" />.
    </>
  );
}
