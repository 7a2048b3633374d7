import type { NetworkError } from "@/lib/outbox/network-error";

type Outcome =
  | NetworkError
  | "accepted"
  | "rejected"
  | "redirect"
  | "limited"
  | "quota"
  | "nothing_to_say"
  | "internal_error";

const TEXTS: Record<Outcome, string> = {
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
  nothing_to_say: "Nothing to send",
  internal_error: "Internal error in Tattle; see its log",
};

/** The outcome of an attempt as people read it, with the HTTP status if there was one. */
export function outcomeText(outcome: string, status: number | null): string {
  const text = outcome in TEXTS ? TEXTS[outcome as Outcome] : outcome.replaceAll("_", " ");
  return status === null ? text : `${text} (${status})`;
}

/** Why an attempt failed, within a sentence: “host name not found”, “responded 500”. */
export function formatFailure(outcome: string, status: number | null): string {
  if (status !== null) return `responded ${status}`;
  const text = outcomeText(outcome, null);
  // “TLS error” stays what it is.
  return /^[A-Z][a-z ]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}
