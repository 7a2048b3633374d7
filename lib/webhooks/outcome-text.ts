const TEXTS: Record<string, string> = {
  accepted: "Accepted",
  rejected: "Refused",
  redirect: "Redirected, which is not followed",
  timeout: "No response within 30 seconds",
  refused: "Connection refused",
  reset: "Connection closed before a response",
  closed: "Connection closed in the middle of the response",
  tls: "No secure connection",
  dns: "Host name not found",
  dns_failed: "No answer from the DNS servers of the host name",
  malformed: "Not an HTTP response",
  private_address: "Private address, to which Tattle does not send",
  network: "Not reachable",
  internal_error: "Internal error in Tattle; its log has the details",
};

/** The outcome of an attempt as people read it, with the HTTP status if there was one. */
export function outcomeText(outcome: string, status: number | null): string {
  const text = TEXTS[outcome] ?? outcome;
  return status === null ? text : `${text} (${status})`;
}
