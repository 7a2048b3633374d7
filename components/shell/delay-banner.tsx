import type { Delay } from "@/lib/health/delay";
import { durationInWords } from "@/lib/rules/duration-in-words";

const SENTENCES: Record<Delay["stage"], (late: string) => string> = {
  listening: (late) => `Tattle has not been listening for check-ins for ${late}.`,
  arriving: (late) => `No check-in has arrived from any job for ${late}, although many were due.`,
  noticing: (late) => `Tattle is ${late} behind in noticing who is missing.`,
  sending: (late) => `Tattle is ${late} behind in sending alerts.`,
};

const CAUGHT_UP = "No alert is lost: they go out once it has caught up.";
const CONSEQUENCES: Record<Delay["stage"], string> = {
  listening: "Nobody is called missing meanwhile, because their check-ins could not arrive.",
  arriving: "Alerts are held for up to 15 minutes, because probably the way to Tattle is broken.",
  noticing: CAUGHT_UP,
  sending: CAUGHT_UP,
};

const SEE_WORKER = "See whether a worker runs, and what its log says.";
const ADVICE: Record<Delay["stage"], string> = {
  listening: "See whether a check-in server runs, and what its log says.",
  arriving: "Look at DNS, certificates, the load balancer and the firewall.",
  noticing: SEE_WORKER,
  sending: SEE_WORKER,
};

type DelayBannerProps = { delay: Delay; isOperator: boolean };

/** Warns on every page that alerts are delayed, so that a quiet dashboard is not mistaken for good news. */
export function DelayBanner({ delay, isOperator }: DelayBannerProps) {
  return (
    <p
      role="status"
      className="mb-6 flex gap-2 rounded-md border border-failed/40 bg-failed/8 px-3 py-2 text-sm text-failed"
    >
      <span aria-hidden>▲</span>
      <span>
        <strong className="font-medium">{SENTENCES[delay.stage](durationInWords(delay.lagMs))}</strong>{" "}
        {CONSEQUENCES[delay.stage]}{" "}
        {isOperator ? ADVICE[delay.stage] : "Tell the operator of this installation."}
      </span>
    </p>
  );
}
