import { sendsRealEmail } from "@/lib/mail/provider";
import { canaryLag } from "@/lib/metrics/canary";
import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { listDisks } from "@/lib/outages/list-disks";
import { countListening } from "@/lib/outages/listener-state";
import { outboxLag } from "@/lib/outbox/outbox-lag";
import { queues } from "@/lib/platform/queue";
import { formatBytes, freePercent } from "@/lib/rules/disk-space";
import { MINUTE_MS } from "@/lib/rules/durations";
import { formatDuration } from "@/lib/rules/format-duration";

/** A short lag is normal: after a lost wake-up, workers look for what is due within three seconds. */
const MAX_LAG_MS = 30_000;
/** The canary runs once a minute. */
const MAX_CANARY_AGE_MS = 5 * MINUTE_MS;

/** The fullest ones. */
const MAX_DISKS = 3;

/** Shows whether alerts are raised and sent. */
export async function Health() {
  const [listening, sweepMs, { pendingEmails, pendingDeliveries, lagMs }, canaryMs, waiting, disks] =
    await Promise.all([countListening(), sweepLag(), outboxLag(), canaryLag(), describeQueue(), listDisks()]);
  const pending = [pluralize(pendingEmails, "email"), pluralize(pendingDeliveries, "webhook delivery")].join(
    ", ",
  );
  return (
    <dl className="grid gap-x-6 gap-y-1.5 pb-8 sm:grid-cols-[auto_1fr]">
      <HealthRow label="Check-in servers" isHealthy={listening > 0}>
        {listening === 0 ? "none is running, so no alerts are sent" : `${listening} running`}
      </HealthRow>
      <HealthRow label="Missed check-ins" isHealthy={sweepMs < MAX_LAG_MS}>
        {sweepMs < MAX_LAG_MS
          ? "detected on time"
          : `${formatDuration(sweepMs)} behind: no worker runs, or it can’t keep up`}
      </HealthRow>
      <HealthRow label="Outbox" isHealthy={lagMs < MAX_LAG_MS}>
        {lagMs < MAX_LAG_MS ? "up to date" : `${formatDuration(lagMs)} behind`}
        {pendingEmails + pendingDeliveries > 0 && `; pending: ${pending}`}
      </HealthRow>
      <HealthRow label="Email" isHealthy={sendsRealEmail()}>
        {sendsRealEmail()
          ? "sent through a mail server"
          : "kept in the outbox, not sent: no mail server is set up"}
      </HealthRow>
      <HealthRow label="Queue" isHealthy={waiting !== null}>
        {waiting ?? "unavailable: workers find pending work by polling"}
      </HealthRow>
      <HealthRow label="Channel delivery" isHealthy={canaryMs === null ? null : canaryMs < MAX_CANARY_AGE_MS}>
        {canaryMs === null ? "no data yet" : `last succeeded ${formatDuration(canaryMs)} ago`}
      </HealthRow>
      <HealthRow label="Disk" isHealthy={disks[0] ? disks[0].lowSince === null : null}>
        {disks.length === 0 && "no data yet"}
        {disks.slice(0, MAX_DISKS).map((disk, i) => (
          <span key={`${disk.host} ${disk.path}`} className={i > 0 ? "block" : undefined}>
            {freePercent(disk)}% of {formatBytes(disk.sizeBytes)} free{disk.lowSince && ": almost full"}
            <span className="wrap-anywhere text-ink-quiet">
              {" "}
              ({disk.path} on {disk.host})
            </span>
          </span>
        ))}
        {disks.length > MAX_DISKS && (
          <span className="block text-ink-quiet">and {disks.length - MAX_DISKS} with more space</span>
        )}
      </HealthRow>
    </dl>
  );
}

/** How many jobs wait in each queue. Null if the queue is unavailable. */
async function describeQueue(): Promise<string | null> {
  const depths = await queues()
    .depths()
    .catch(() => null);
  if (!depths) return null;
  const waiting = Object.entries(depths).filter(([, depth]) => depth > 0);
  if (waiting.length === 0) return "empty";
  return waiting.map(([name, depth]) => `${depth.toLocaleString("en")} in ${name}`).join(", ");
}

const pluralize = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? what : what.endsWith("y") ? `${what.slice(0, -1)}ies` : `${what}s`}`;

/** `isGood` is null while unknown. */
type HealthRowProps = { label: string; isHealthy: boolean | null; children: React.ReactNode };

function HealthRow({ label, isHealthy, children }: HealthRowProps) {
  const [mark, colour] =
    isHealthy === null ? ["○", "text-ink-quiet"] : isHealthy ? ["●", "text-healthy"] : ["▲", "text-failed"];
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
