/** When the job usually checks in, and the rule that smart deadlines follow. */
export function SmartNote({ sentence }: { sentence: string }) {
  return (
    <div className="grid gap-1 text-sm text-ink-quiet">
      <p>{sentence}</p>
      <details>
        <summary className="w-fit py-1 hover:text-ink">How smart decides</summary>
        <p className="max-w-prose pt-1">
          For each of the last 7 periods with a healthy check-in, Tattle remembers how far into the period the
          first one came. If there are at least 3, and they lie within a quarter of the interval, the deadline
          in the next period is the latest of them plus a tenth of the interval. Otherwise, and never later,
          it is the end of that period. Times are in UTC. Changing the interval or the alert type starts over.
        </p>
      </details>
    </div>
  );
}
