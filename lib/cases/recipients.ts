/** Who hears of a snitch's alerts: its own list, else the case's alert address, else every member of the case. */
export function recipientsOf(
  snitch: { alertEmail: string[] },
  owner: { alertEmail: string | null; members: string[] },
): string[] {
  if (snitch.alertEmail.length > 0) return snitch.alertEmail;
  if (owner.alertEmail) return [owner.alertEmail];
  return owner.members;
}
