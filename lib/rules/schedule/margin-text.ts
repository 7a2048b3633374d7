const UNITS = [
  ["day", 86_400, /^d(ays?)?$/],
  ["hour", 3_600, /^h((ou)?rs?)?$/],
  ["minute", 60, /^m(in(ute)?s?)?$/],
  ["second", 1, /^s(ec(ond)?s?)?$/],
] as const;

/** “6 minutes 30 seconds” for 390 seconds. */
export function formatMargin(seconds: number): string {
  let restSeconds = seconds;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(restSeconds / size);
    restSeconds -= count * size;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`];
  });
  return parts.join(" ") || "0 seconds";
}

const PART = String.raw`(\d{1,9})\s*([a-z]+)`;
const PARTS = new RegExp(String.raw`^${PART}(?:[\s,]*${PART})*$`, "i");

/** The seconds of “10 minutes”, “1h 30m” or “600”. Null if the text is not one of these. */
export function parseMargin(text: string): number | null {
  const trimmedText = text.trim();
  if (/^\d{1,9}$/.test(trimmedText)) return Number(trimmedText);
  if (!PARTS.test(trimmedText)) return null;
  const parts = [...trimmedText.matchAll(new RegExp(PART, "gi"))].map(([, count, unit = ""]) => {
    const size = UNITS.find(([, , pattern]) => pattern.test(unit.toLowerCase()))?.[1];
    return size === undefined ? Number.NaN : Number(count) * size;
  });
  const seconds = parts.reduce((sum, part) => sum + part, 0);
  return Number.isNaN(seconds) ? null : seconds;
}
