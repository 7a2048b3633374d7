import type { Delay } from "@/lib/health/delay";
import { durationInWords } from "@/lib/rules/duration-in-words";

const SAID = {
  noticing: (late: string) => `Tattle is ${late} behind in noticing who is missing.`,
  sending: (late: string) => `Tattle is ${late} behind in sending alerts.`,
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
        <strong className="font-medium">{SAID[delay.stage](durationInWords(delay.lagMs))}</strong> No alert is
        lost: they go out once it has caught up.{" "}
        {isOperator
          ? "See whether a worker runs, and what its log says."
          : "Tell whoever runs this installation."}
      </span>
    </p>
  );
}
