/** The addresses outside and inside the case that a snitch’s alerts are meant for. Empty means every member. */
export const chooseAddresses = (snitch: { alertEmail: string[] }, theCase: { alertEmail: string | null }) =>
  snitch.alertEmail.length > 0 ? snitch.alertEmail : theCase.alertEmail ? [theCase.alertEmail] : [];
