import { HOUR_MS, SECOND_MS } from "../durations";

/**
 * Local times of time zones. A local time is written as the milliseconds that the same date and time would have in UTC,
 * so that it can be computed with like any number.
 */

/** A stretch of time in which a zone’s offset from UTC does not change: `startMs` (in it) to `endMs` (not in it). */
export type OffsetSegment = { startMs: number; endMs: number; offsetMs: number };

/** A zone’s segments are found for this stretch of time at once. */
const SPAN_MS = 64 * 24 * HOUR_MS;

/** No zone has ever changed its offset twice within less than six days, so that two samples see every change. */
const SAMPLE_MS = 4 * 24 * HOUR_MS;

// There are about 450 zones. All segments of the years 1970 to 2199 are 1,313 spans.
const MAX_ZONES = 500;
const MAX_SPANS = 400;

type Zone = { format: Intl.DateTimeFormat; spans: Map<number, OffsetSegment[]> };

const zones = new Map<string, Zone>();

/** The value that is kept under this key, or else a new one. Drops the oldest when there are too many. */
function kept<Key, Value>(map: Map<Key, Value>, limit: number, key: Key, make: () => Value): Value {
  const value = map.get(key);
  if (value !== undefined) return value;
  const made = make();
  if (map.size >= limit) for (const oldest of map.keys()) if (map.delete(oldest)) break;
  map.set(key, made);
  return made;
}

const loadZone = (name: string) =>
  kept(zones, MAX_ZONES, name, () => ({
    // “3 AM GMT+03:00”: the shortest text with the offset, which formats twice as fast as a whole date.
    format: new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      numberingSystem: "latn",
      hour: "numeric",
      timeZoneName: "longOffset",
    }),
    spans: new Map(),
  }));

function offsetIn({ format }: Zone, instantMs: number): number {
  const text = format.format(instantMs);
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (!match) throw new Error(`No offset in “${text}”`);
  const [, sign, hours, minutes, seconds] = match;
  if (!sign) return 0;
  const offsetMs = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1_000;
  return sign === "-" ? -offsetMs : offsetMs;
}

/** The first second with another offset than `fromMs`, up to `toMs`. */
function findChange(zone: Zone, fromMs: number, toMs: number): number {
  const offsetMs = offsetIn(zone, fromMs);
  let [before, after] = [fromMs / 1_000, toMs / 1_000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetIn(zone, middle * 1_000) === offsetMs) before = middle;
    else after = middle;
  }
  return after * 1_000;
}

function findSegments(zone: Zone, spanStartMs: number): OffsetSegment[] {
  const spanEndMs = spanStartMs + SPAN_MS;
  const segments: OffsetSegment[] = [];
  let current = { startMs: spanStartMs, offsetMs: offsetIn(zone, spanStartMs) };
  for (let atMs = spanStartMs; atMs < spanEndMs; atMs += SAMPLE_MS) {
    const offsetMs = offsetIn(zone, atMs + SAMPLE_MS);
    if (offsetMs === current.offsetMs) continue;
    const endMs = findChange(zone, atMs, atMs + SAMPLE_MS);
    if (endMs === spanEndMs) break;
    segments.push({ ...current, endMs });
    current = { startMs: endMs, offsetMs };
  }
  segments.push({ ...current, endMs: spanEndMs });
  return segments;
}

const UTC: OffsetSegment = {
  startMs: Number.NEGATIVE_INFINITY,
  endMs: Number.POSITIVE_INFINITY,
  offsetMs: 0,
};

/**
 * A stretch around an instant in which the zone’s offset does not change. Two neighbours may have the same offset. Throws
 * a RangeError if the zone is unknown.
 */
export function segmentAt(zone: string, instantMs: number): OffsetSegment {
  if (zone === "UTC") return UTC;
  const shifts = loadZone(zone);
  const spanStartMs = Math.floor(instantMs / SPAN_MS) * SPAN_MS;
  const segments = kept(shifts.spans, MAX_SPANS, spanStartMs, () => findSegments(shifts, spanStartMs));
  for (const segment of segments) if (instantMs < segment.endMs) return segment;
  throw new Error(`${instantMs} is in no segment of ${zone}`);
}

/** The local time in the zone at this instant. */
export const localTimeAt = (zone: string, instantMs: number): number =>
  instantMs + segmentAt(zone, instantMs).offsetMs;

/** No zone is further from UTC, and none has changed its offset by more. */
const MAX_SHIFT_MS = 26 * HOUR_MS;

/**
 * The instants with this local time in the zone, in order: one, or two if the clock is turned back over it, or none if it
 * is turned forward over it.
 */
export function listInstants(zone: string, localMs: number): number[] {
  const instants: number[] = [];
  const lastMs = localMs + MAX_SHIFT_MS;
  for (let segment = segmentAt(zone, localMs - MAX_SHIFT_MS); ; segment = segmentAt(zone, segment.endMs)) {
    const instantMs = localMs - segment.offsetMs;
    if (instantMs >= segment.startMs && instantMs < segment.endMs) instants.push(instantMs);
    if (segment.endMs > lastMs) return instants;
  }
}

/** The first instant whose local time is this one or, if the clock is turned forward over it, a later one. */
export function firstInstantFrom(zone: string, localMs: number): number {
  for (let segment = segmentAt(zone, localMs - MAX_SHIFT_MS); ; segment = segmentAt(zone, segment.endMs)) {
    const instantMs = Math.max(localMs - segment.offsetMs, segment.startMs);
    if (instantMs < segment.endMs) return instantMs;
  }
}

/** The latest local second until this one, which is later than the instant’s own while the clock repeats an hour. */
export function latestLocalTime(zone: string, instantMs: number): number {
  let { startMs, offsetMs } = segmentAt(zone, instantMs);
  let latestMs = instantMs + offsetMs;
  while (startMs > instantMs - 2 * MAX_SHIFT_MS) {
    const lastMs = startMs - SECOND_MS;
    ({ startMs, offsetMs } = segmentAt(zone, lastMs));
    latestMs = Math.max(latestMs, lastMs + offsetMs);
  }
  return latestMs;
}
