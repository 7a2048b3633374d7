/** Nanoseconds of each unit. “µ” has two code points. */
const UNITS: Record<string, number> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};

const PART = /^(\d+\.?\d*|\.\d+)([^\d.]*)/;

/** Of what is invalid, an error repeats so many characters. */
const MAX_CHARACTERS = 100;
const quote = (text: string) => JSON.stringify(text.slice(0, MAX_CHARACTERS));

/** A duration as Go writes it, such as “1h2m3.5s”, in seconds. An invalid text gives Go's own error. */
export function parseDuration(text: string): number | { error: string } {
  const quoted = quote(text);
  const unsigned = text.replace(/^[+-]/, "");
  if (unsigned === "0") return 0;
  if (unsigned === "") return { error: `time: invalid duration ${quoted}` };
  let nanoseconds = 0;
  for (let rest = unsigned; rest !== ""; ) {
    const [part, number, unit = ""] = PART.exec(rest) ?? [];
    if (part === undefined) return { error: `time: invalid duration ${quoted}` };
    if (unit === "") return { error: `time: missing unit in duration ${quoted}` };
    const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
    if (factor === undefined) return { error: `time: unknown unit ${quote(unit)} in duration ${quoted}` };
    nanoseconds += Number(number) * factor;
    rest = rest.slice(part.length);
  }
  return (text.startsWith("-") ? -nanoseconds : nanoseconds) / 1e9;
}
