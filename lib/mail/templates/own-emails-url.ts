/** Where the members of a case choose which of its emails they get. `caseUrl` ends in the id of the case. */
export function ownEmailsUrl(caseUrl: string): string {
  const end = caseUrl.lastIndexOf("/");
  return `${caseUrl.slice(0, end)}/account/notifications?case=${caseUrl.slice(end + 1)}`;
}
