/** The start of the history that is kept: two calendar years ago. */
export function retentionStart(now: Date): Date {
  const start = new Date(now);
  start.setUTCFullYear(start.getUTCFullYear() - 2);
  return start;
}
