/** The start of the retention period: two calendar years before `now`. */
export function retentionStart(now: Date): Date {
  const start = new Date(now);
  start.setUTCFullYear(start.getUTCFullYear() - 2);
  return start;
}
