const TEXTS: Record<string, string> = {
  accepted: "Accepted",
  rejected: "Rejected",
  redirect: "Redirect, not followed",
  timeout: "No response within 30 seconds",
  refused: "Connection refused",
  reset: "Connection closed before a response",
  closed: "Connection closed in the middle of the response",
  tls: "TLS error",
  dns: "Host name not found",
  dns_failed: "DNS servers did not respond",
  malformed: "Invalid HTTP response",
  private_address: "Blocked: private network address",
  proxy: "Refused by the outbound proxy",
  network: "Not reachable",
  limited: "Asked to wait",
  quota: "Not sent: the monthly quota is used up",
  nothing_to_say: "Nothing to say",
  internal_error: "Internal error in Tattle; see its log",
};

/** The outcome of an attempt as people read it, with the HTTP status if there was one. */
export function outcomeText(outcome: string, status: number | null): string {
  const text = TEXTS[outcome] ?? outcome;
  return status === null ? text : `${text} (${status})`;
}
