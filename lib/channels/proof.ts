/** The statuses of a text message that Twilio has accepted, from the least that is known to the most. */
const STATUSES = ["queued", "sending", "sent", "failed", "undelivered", "delivered"];

/** Sources: twilio.com/docs/api/errors. */
const ERRORS: Record<string, string> = {
  "30001": "too many messages are waiting",
  "30002": "the account is suspended",
  "30003": "unreachable",
  "30004": "blocked",
  "30005": "unknown number",
  "30006": "a landline, or a network that cannot be reached",
  "30007": "filtered as spam",
  "30034": "the sender is not registered",
};

/**
 * What a form of Twilio says of a message: its status, and the number of the error if it names one. Null for a status that says
 * nothing about the delivery to the phone.
 */
export function readProof(form: URLSearchParams): string | null {
  const status = form.get("MessageStatus") ?? "";
  if (!STATUSES.includes(status)) return null;
  const code = form.get("ErrorCode") ?? "";
  return /^[1-9]\d{0,5}$/.test(code) ? `${status} ${code}` : status;
}

/**
 * The one of two that says more, in whatever order they came. That a phone has the message outweighs a failure: an attempt whose
 * response got lost is repeated, and one of the two messages is enough.
 */
export const strongerProof = (one: string, other: string) =>
  rankProof(one) > rankProof(other) || (rankProof(one) === rankProof(other) && one > other) ? one : other;

const readStatus = (proof: string) => proof.split(" ")[0] ?? "";
const rankProof = (proof: string) => STATUSES.indexOf(readStatus(proof));

/** A proof as people read it, and whether it is healthy news; null as long as nothing is known. */
export function proofText(proof: string): { text: string; isHealthy: boolean | null } {
  const [status, code] = proof.split(" ");
  if (status === "delivered") return { text: "Delivered to the phone", isHealthy: true };
  if (status !== "undelivered" && status !== "failed")
    return { text: "Accepted, on its way to the phone", isHealthy: null };
  if (!code) return { text: "Not delivered", isHealthy: false };
  const why = ERRORS[code];
  return { text: `Not delivered: ${code}${why ? ` (${why})` : ""}`, isHealthy: false };
}
