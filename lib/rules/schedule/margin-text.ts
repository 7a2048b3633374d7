const UNITS = [
  ["day", 86_400, /^d(ays?)?$/],
  ["hour", 3_600, /^h((ou)?rs?)?$/],
  ["minute", 60, /^m(in(ute)?s?)?$/],
  ["second", 1, /^s(ec(ond)?s?)?$/],
] as const;

/** “10 minutes” for 600 seconds: in the largest unit that gives a whole number. */
export function marginInWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds > 0 && seconds % size === 0) ?? UNITS[3];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The seconds of “10 minutes”, “90 s” or “600”. Null if the text is none of these. */
export function parseMargin(text: string): number | null {
  const [, count, unit = ""] = /^(\d{1,9})\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  if (count === undefined) return null;
  if (unit === "") return Number(count);
  const size = UNITS.find(([, , pattern]) => pattern.test(unit.toLowerCase()))?.[1];
  return size === undefined ? null : Number(count) * size;
}
