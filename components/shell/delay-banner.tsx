import type { Delay } from "@/lib/health/delay";
import { formatDuration } from "@/lib/rules/format-duration";

const SENTENCES: Record<Delay["stage"], (late: string) => string> = {
  listening: (late) => `No check-in server has been running for ${late}.`,
  arriving: (late) => `No check-in has been received from any job for ${late}, although many were due.`,
  noticing: (late) => `Tattle is ${late} behind in detecting missed check-ins.`,
  sending: (late) => `Tattle is ${late} behind in sending alerts.`,
};

const CAUGHT_UP = "Every alert will be sent as soon as it catches up.";
const CONSEQUENCES: Record<Delay["stage"], string> = {
  listening: "Until then no snitch is reported missing, because its check-in may not have arrived.",
  arriving: "Alerts are delayed for up to 15 minutes, because the connection to Tattle is probably broken.",
  noticing: CAUGHT_UP,
  sending: CAUGHT_UP,
};

const SEE_WORKER = "Check that a worker is running, and read its log.";
const ADVICE: Record<Delay["stage"], string> = {
  listening: "Check that a check-in server is running, and read its log.",
  arriving: "Check DNS, certificates, the load balancer and the firewall.",
  noticing: SEE_WORKER,
  sending: SEE_WORKER,
};

/** Warns on every page that alerts are delayed, so that a quiet dashboard is not mistaken for good news. */
export function DelayBanner({ delay, isOperator }: { delay: Delay; isOperator: boolean }) {
  return (
    <p
      role="status"
      className="mb-6 flex gap-2 rounded-md border border-failed/40 bg-failed/8 px-3 py-2 text-sm text-failed"
    >
      <span aria-hidden>▲</span>
      <span>
        <strong className="font-medium">{SENTENCES[delay.stage](formatDuration(delay.lagMs))}</strong>{" "}
        {CONSEQUENCES[delay.stage]}{" "}
        {isOperator ? ADVICE[delay.stage] : "Contact the operator of this installation."}
      </span>
    </p>
  );
}
