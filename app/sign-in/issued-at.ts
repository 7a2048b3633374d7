/** How far the clocks of two servers may be apart. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** Refuses a token that says it was issued in the future: it would outlive the longest time that one may live. */
export function refuseIssuedLater({ iat = 0 }: { iat?: number }, now = Date.now()): void {
  if (iat * 1_000 > now + CLOCK_TOLERANCE_SECONDS * 1_000) throw new Error("It was issued in the future.");
}
