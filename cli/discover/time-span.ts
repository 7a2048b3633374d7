const UNIT_SECONDS: [RegExp, number][] = [
  [/^(us|usec|µs)$/, 1e-6],
  [/^(ms|msec)$/, 1e-3],
  [/^(|s|sec|second|seconds)$/, 1],
  [/^(m|min|minute|minutes)$/, 60],
  [/^(h|hr|hour|hours)$/, 3_600],
  [/^(d|day|days)$/, 86_400],
  [/^(w|week|weeks)$/, 604_800],
  [/^(M|month|months)$/, 2_629_800],
  [/^(y|year|years)$/, 31_557_600],
];

/** A time span of systemd.time(7), such as `1h 30min`, in seconds. Null if it is none, or without an end. */
export function parseTimeSpan(text: string): number | null {
  const parts = [...text.matchAll(/\s*(\d+(?:\.\d+)?)\s*([A-Za-zµ]*)/gy)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text.trimEnd()) return null;
  let seconds = 0;
  for (const [, number, unit = ""] of parts) {
    const [, factor] = UNIT_SECONDS.find(([pattern]) => pattern.test(unit)) ?? [];
    if (factor === undefined) return null;
    seconds += Number(number) * factor;
  }
  return seconds;
}
