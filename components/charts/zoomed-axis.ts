import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";

const SIXTIETHS = [1, 2, 5, 10, 15, 30];
const STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...SIXTIETHS.map((count) => count * SECOND_MS),
  ...SIXTIETHS.map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14, 50, 100, 200, 500].map((count) => count * DAY_MS),
];

const MAX_STEPS = 4;

export type Axis = {
  fromMs: number;
  toMs: number;
  stepMs: number;
  /** `share`: where the mark is, as `shareOn`. */
  marks: { ms: number; share: number; label: string }[];
};

type AxisOptions = {
  /** What a mark says; nothing without it. */
  formatMark?: (ms: number, stepMs: number) => string;
  /** The marks are whole steps from there. */
  zeroMs?: number;
  /** The finest step. */
  minStepMs?: number;
};

/**
 * An axis that shows just the range of these values, in whole steps that people know. At least one value.
 */
export function zoomedAxis(
  valuesMs: number[],
  { formatMark = () => "", zeroMs = 0, minStepMs = SECOND_MS }: AxisOptions = {},
): Axis {
  const [lowest, highest] = [Math.min(...valuesMs), Math.max(...valuesMs)];
  const steps = STEPS_MS.filter((ms) => ms >= minStepMs);
  const stepMs = steps.find((ms) => highest - lowest <= ms * MAX_STEPS) ?? (highest - lowest) / MAX_STEPS;
  const first = Math.floor((lowest - zeroMs) / stepMs);
  const last = Math.max(Math.ceil((highest - zeroMs) / stepMs), first + 1);
  const range = { fromMs: zeroMs + first * stepMs, toMs: zeroMs + last * stepMs };
  const marks = Array.from({ length: last - first + 1 }, (_, i) => {
    const ms = zeroMs + (first + i) * stepMs;
    return { ms, share: shareOn(range, ms), label: formatMark(ms, stepMs) };
  });
  return { ...range, stepMs, marks };
}

/** Where a value is on an axis: 0 at its beginning, 1 at its end. */
export const shareOn = ({ fromMs, toMs }: Pick<Axis, "fromMs" | "toMs">, ms: number): number =>
  (ms - fromMs) / (toMs - fromMs);
