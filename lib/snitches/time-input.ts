import { z } from "zod";

const ISO_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/i;
const EXTENDED = z.iso.datetime({ offset: true });

/** Parses a date or time in any ISO 8601 form that clients send. Without a zone it is UTC. Null if it is not valid. */
export function parseTime(text: string): Date | null {
  const parts = ISO_TIME.exec(text.trim());
  if (!parts) return null;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0", , zone, zoneMinutes] =
    parts;
  const offset = zone ? `${zone}:${zoneMinutes ?? "00"}` : "Z";
  const normalized = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`;
  // The schema also refuses days that a month does not have.
  return EXTENDED.safeParse(normalized).success ? new Date(normalized) : null;
}

const FIRST = new Date("1970-01-01T00:00Z");
const LAST = new Date("2200-01-01T00:00Z");

/** The same, from 1970 to 2199. Null for other times, too. */
export function parseUsualTime(text: string): Date | null {
  const at = parseTime(text);
  return at && at >= FIRST && at < LAST ? at : null;
}
