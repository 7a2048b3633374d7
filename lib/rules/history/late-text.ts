/** When something happened that was reported late, and when its report came. */
export type Reported = { at: Date; receivedAt: Date };

/** The facts of an alert, as they are stored. */
export const readLateFacts = ({ at, receivedAt }: { at: string; receivedAt: string }): Reported => ({
  at: new Date(at),
  receivedAt: new Date(receivedAt),
});

/** The late report that an alert is about, and whether that shows that the alert was wrong, by its columns. */
export function lateFactsOf(
  facts: unknown,
  disprovedAt: Date | null,
): { late?: Reported; isDisproved?: true } {
  const late = (facts as { reportedLate?: Parameters<typeof readLateFacts>[0] } | null)?.reportedLate;
  return { ...(late && { late: readLateFacts(late) }), ...(disprovedAt && { isDisproved: true }) };
}
