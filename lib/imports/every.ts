const UNITS = [
  ["weeks", 7 * 86_400],
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

/** A period as a schedule of ours, in the largest unit that divides it: 5,400 seconds are `every 90 minutes`. */
export function everySeconds(seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => seconds % size === 0) ?? ["seconds", 1];
  return `every ${seconds / length} ${unit}`;
}
