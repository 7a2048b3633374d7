/** What later runs compare: a ratio of two figures of one run, a size in bytes, or a duration in milliseconds. */
type Figure = { value: number; unit: "ratio" | "bytes" | "ms"; better: "less" | "more" };

/**
 * One figure of a bench, with its goal. `what` is the same in each run; what differs is in `detail`. `figure`: null if there
 * is none, because the bench failed.
 */
export type Measured = {
  what: string;
  detail?: string;
  seen: string;
  goal: string;
  isMet: boolean;
  figure: Figure | null;
};

/** The value in the middle. */
export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The value that this share of the values does not exceed. */
export const quantile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(Math.floor(numbers.length * share), numbers.length - 1)] ??
  Number.NaN;

/** A mebibyte, which `du` and `top` call MB. */
export const MB = 1_048_576;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** A duration that must stay under a limit. */
export const under = (what: string, seenMs: number, limitMs: number, detail?: string): Measured => ({
  what,
  detail,
  seen: limitMs < 1_000 ? `${seenMs.toFixed(1)} ms` : seconds(seenMs),
  goal: `under ${limitMs < 1_000 ? `${limitMs} ms` : seconds(limitMs)}`,
  isMet: seenMs < limitMs,
  figure: { value: seenMs, unit: "ms", better: "less" },
});

const size = (bytes: number, digits: number) =>
  bytes < MB ? `${(bytes / 1_000).toFixed(digits)} kB` : `${(bytes / MB).toFixed(0)} MB`;

/** A size that must stay under a limit. */
export const smallerThan = (what: string, bytes: number, maxBytes: number, detail?: string): Measured => ({
  what,
  detail,
  seen: size(bytes, 1),
  goal: `under ${size(maxBytes, 0)}`,
  isMet: bytes < maxBytes,
  figure: { value: bytes, unit: "bytes", better: "less" },
});

/** A share that must stay under a limit, in percent. */
export const percentUnder = (what: string, percent: number, limit: number): Measured => ({
  what,
  seen: `${percent.toFixed(2)} %`,
  goal: `under ${limit} %`,
  isMet: percent < limit,
  figure: { value: percent / 100, unit: "ratio", better: "less" },
});

/** A ratio of two figures of the same run that must stay under a limit. */
export const ratioUnder = (what: string, ratio: number, limit: number, detail?: string): Measured => ({
  what,
  detail,
  seen: `${ratio.toFixed(2)} ×`,
  goal: `under ${limit} ×`,
  isMet: ratio < limit,
  figure: { value: ratio, unit: "ratio", better: "less" },
});

/** A ratio of two figures of the same run that must reach a minimum. */
export const atLeast = (what: string, ratio: number, min: number, detail?: string): Measured => ({
  what,
  detail,
  seen: `${ratio.toFixed(2)} ×`,
  goal: `at least ${min} ×`,
  isMet: ratio >= min,
  figure: { value: ratio, unit: "ratio", better: "more" },
});
