import { span } from "@/components/time-in-words";
import { canaryLag } from "@/lib/canary/canary";
import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { outboxLag } from "@/lib/outbox/outbox-lag";
import { queues } from "@/lib/platform/queue";

/** A little behind is normal: the sweep and the outbox look every two seconds. */
const BEHIND_MS = 30_000;
/** The canary speaks once a minute. */
const SILENT_MS = 5 * 60_000;

/** Whether alerts are raised and sent, in four lines. */
export async function Health() {
  const [sweepMs, { pendingEmails, pendingDeliveries, lagMs }, canaryMs, waiting] = await Promise.all([
    sweepLag(),
    outboxLag(),
    canaryLag(),
    queueInWords(),
  ]);
  const owed = [counted(pendingEmails, "e-mail"), counted(pendingDeliveries, "webhook delivery")].join(", ");
  return (
    <dl className="grid gap-x-6 gap-y-1.5 pb-8 sm:grid-cols-[auto_1fr]">
      <Line label="Sweep" isGood={sweepMs < BEHIND_MS}>
        {sweepMs < BEHIND_MS ? "up to date" : `${span(sweepMs)} behind: no worker runs, or it can’t keep up`}
      </Line>
      <Line label="Outbox" isGood={lagMs < BEHIND_MS}>
        {lagMs < BEHIND_MS ? "up to date" : `${span(lagMs)} behind`}
        {pendingEmails + pendingDeliveries > 0 && `; owed: ${owed}`}
      </Line>
      <Line label="Queue" isGood={waiting !== null}>
        {waiting ?? "away: what is owed is rung for again once it is back"}
      </Line>
      <Line label="From a miss to its webhook" isGood={canaryMs === null ? null : canaryMs < SILENT_MS}>
        {canaryMs === null ? "not tried yet" : `last proved ${span(canaryMs)} ago`}
      </Line>
    </dl>
  );
}

/** How many jobs wait in each queue; null when nobody can say. */
async function queueInWords(): Promise<string | null> {
  const depths = await queues()
    .depths()
    .catch(() => null);
  if (!depths) return null;
  const waiting = Object.entries(depths).filter(([, depth]) => depth > 0);
  if (waiting.length === 0) return "nothing waits";
  return waiting.map(([name, depth]) => `${depth.toLocaleString("en")} in ${name}`).join(", ");
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? what : what.endsWith("y") ? `${what.slice(0, -1)}ies` : `${what}s`}`;

/** `isGood` is null while nobody knows. */
type LineProps = { label: string; isGood: boolean | null; children: React.ReactNode };

function Line({ label, isGood, children }: LineProps) {
  const [mark, colour] =
    isGood === null ? ["○", "text-ink-quiet"] : isGood ? ["●", "text-healthy"] : ["▲", "text-failed"];
  return (
    <>
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="max-sm:pb-2">
        <span aria-hidden className={colour}>
          {mark}
        </span>{" "}
        {children}
      </dd>
    </>
  );
}
