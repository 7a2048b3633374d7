const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, format);
  return format;
}

/** Whether this is a time zone that this machine knows, such as “Europe/Berlin”. */
export function isZone(text: string): boolean {
  try {
    formatOf(text);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of a zone show at this instant, in milliseconds as if they showed UTC. Whole seconds. */
export function clockTimeOf(at: Date, zone: string): number {
  const parts = formatOf(zone).formatToParts(at);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
}

/**
 * The instant at which the clocks of a zone show this time. A time that they show twice means the first. A time that they skip
 * is as much later as they skip.
 */
export function instantOf(clockMs: number, zone: string): Date {
  // A zone changes its clocks at most once within two days, so that these are the offsets before and after a change.
  const offsets = [clockMs - DAY_MS, clockMs + DAY_MS].map((ms) => clockTimeOf(new Date(ms), zone) - ms);
  const candidates = offsets.map((offset) => clockMs - offset).sort((one, other) => one - other);
  const match = candidates.find((ms) => clockTimeOf(new Date(ms), zone) === clockMs);
  return new Date(match ?? clockMs - (offsets[0] ?? 0));
}
