/** Why the other side was not reached, or what it did not finish. */
export type NetworkError =
  | "timeout"
  | "refused"
  | "reset"
  | "closed"
  | "tls"
  | "dns"
  | "private_address"
  | "malformed"
  | "network";

/** An address that is somebody's inside, where we do not go. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddress";
}

const BY_CODE: [RegExp, NetworkError][] = [
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, "timeout"],
  [/^ECONNREFUSED$/, "refused"],
  [/^(ENOTFOUND|EAI_\w+|ENODATA|EDNS)$/, "dns"],
  [/^(HPE_\w+|HTTPParserError)$/, "malformed"],
  [/CERT|TLS|SSL|SIGNATURE|SELF_SIGNED|^EPROTO$/, "tls"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, "reset"],
];

/** What a fault of the network means. `isAnswering`: the other side had begun to answer. */
export function networkErrorOf(thrown: unknown, isAnswering = false): NetworkError {
  if (thrown instanceof PrivateAddressError) return "private_address";
  if (thrown instanceof DOMException && thrown.name === "TimeoutError") return "timeout";
  if (!(thrown instanceof Error)) return "network";
  const code = String((thrown as NodeJS.ErrnoException).code ?? thrown.name);
  const [, reason = "network"] = BY_CODE.find(([known]) => known.test(code)) ?? [];
  return reason === "reset" && isAnswering ? "closed" : reason;
}
