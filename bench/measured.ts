/** One figure of a bench, with its goal. */
export type Measured = { what: string; seen: string; goal: string; isReached: boolean };

/** The value in the middle. */
export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** A mebibyte, which `du` and `top` call MB. */
export const MB = 1_048_576;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** A duration that must stay under a limit. */
export const under = (what: string, seenMs: number, limitMs: number): Measured => ({
  what,
  seen: limitMs < 1_000 ? `${seenMs.toFixed(1)} ms` : seconds(seenMs),
  goal: `under ${limitMs < 1_000 ? `${limitMs} ms` : seconds(limitMs)}`,
  isReached: seenMs < limitMs,
});

const size = (bytes: number, digits: number) =>
  bytes < MB ? `${(bytes / 1_000).toFixed(digits)} kB` : `${(bytes / MB).toFixed(0)} MB`;

/** A size that must stay under a limit. */
export const smallerThan = (what: string, bytes: number, maxBytes: number): Measured => ({
  what,
  seen: size(bytes, 1),
  goal: `under ${size(maxBytes, 0)}`,
  isReached: bytes < maxBytes,
});

/** A share that must stay under a limit, in percent. */
export const percentUnder = (what: string, percent: number, limit: number): Measured => ({
  what,
  seen: `${percent.toFixed(2)} %`,
  goal: `under ${limit} %`,
  isReached: percent < limit,
});

/** A ratio of two figures of the same run that must stay under a limit. */
export const ratioUnder = (what: string, ratio: number, limit: number): Measured => ({
  what,
  seen: `${ratio.toFixed(2)} ×`,
  goal: `under ${limit} ×`,
  isReached: ratio < limit,
});

/** A ratio of two figures of the same run, for comparison. */
export const ratio = (what: string, seen: number): Measured => ({
  what,
  seen: `${seen.toFixed(2)} ×`,
  goal: "–",
  isReached: true,
});

/** A ratio of two figures of the same run that must reach a minimum. */
export const atLeast = (what: string, ratio: number, min: number): Measured => ({
  what,
  seen: `${ratio.toFixed(2)} ×`,
  goal: `at least ${min} ×`,
  isReached: ratio >= min,
});

/** The figures as a table for people, one line each. */
export function table(measured: Measured[]): string {
  const rows = [
    ["What", "Seen", "Goal", ""],
    ...measured.map(({ what, seen, goal, isReached }) => [what, seen, goal, isReached ? "ok" : "MISSED"]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
