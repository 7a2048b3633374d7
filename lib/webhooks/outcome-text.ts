/** What came of a try, as people say it. */
const WORDS: Record<string, string> = {
  accepted: "Accepted",
  rejected: "Refused",
  redirect: "Redirected, which is not followed",
  timeout: "No answer within 30 seconds",
  refused: "Connection refused",
  reset: "Connection closed before an answer",
  closed: "Connection closed in the middle of the answer",
  tls: "No secure connection",
  dns: "Host name not found",
  malformed: "Not an HTTP answer",
  private_address: "A private address, where Tattle does not go",
  network: "Not reachable",
  fault: "A fault of Tattle’s own, which its log tells",
};

export function outcomeText(outcome: string, status: number | null): string {
  const words = WORDS[outcome] ?? outcome;
  return status === null ? words : `${words} (${status})`;
}
