/** When the job usually checks in, and the rule that smart deadlines follow. */
export function SmartNote({ sentence }: { sentence: string }) {
  return (
    <div className="grid gap-1 text-sm text-ink-quiet">
      <p>{sentence}</p>
      <details>
        <summary className="w-fit py-1 hover:text-ink">How smart decides</summary>
        <p className="max-w-prose pt-1">
          For each of the last 7 periods that had one, it remembers how far into the period the first healthy
          check-in came. Once it knows 3, and they lie within a quarter of the interval, you hear in the next
          period after the latest of them plus a tenth of the interval. Otherwise, and never later, you hear
          at the end of that period. Times are in UTC. Changing the interval or the alert type begins anew.
        </p>
      </details>
    </div>
  );
}
