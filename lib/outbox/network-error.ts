/** Why a server was not reached, or did not finish its response. */
export type NetworkError =
  | "timeout"
  | "refused"
  | "reset"
  | "closed"
  | "tls"
  | "dns"
  | "dns_failed"
  | "private_address"
  | "malformed"
  | "proxy"
  | "network";

/** The target has an address of a private network, to which nothing is sent. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddress";
}

/** A host name has no address: `dns` if DNS says so, `dns_failed` if it did not respond. */
export class NameError extends Error {
  override readonly name = "NameError";
  constructor(
    readonly reason: "dns" | "dns_failed",
    message: string,
  ) {
    super(message);
  }
}

const BY_CODE: [RegExp, NetworkError][] = [
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, "timeout"],
  [/^ECONNREFUSED$/, "refused"],
  [/^(ENOTFOUND|EAI_\w+|ENODATA|EDNS)$/, "dns"],
  [/^(HPE_\w+|HTTPParserError)$/, "malformed"],
  [/CERT|TLS|SSL|SIGNATURE|SELF_SIGNED|^EPROTO$/, "tls"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, "reset"],
];

/** Classifies an error of a request. `hasResponse`: the response had begun. */
export function classifyNetworkError(error: unknown, hasResponse = false): NetworkError {
  if (error instanceof PrivateAddressError) return "private_address";
  if (error instanceof NameError) return error.reason;
  if (error instanceof DOMException && error.name === "TimeoutError") return "timeout";
  if (!(error instanceof Error)) return "network";
  // How undici says that a proxy responded to CONNECT with another status than 200.
  if (/^Proxy response \(/.test(error.message)) return "proxy";
  const code = String((error as NodeJS.ErrnoException).code ?? error.name);
  const [, reason = "network"] = BY_CODE.find(([pattern]) => pattern.test(code)) ?? [];
  return reason === "reset" && hasResponse ? "closed" : reason;
}
