import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const ACCESS_KEY = "KEY";
const SECRET_KEY = "SECRET";
const MAX_SKEW_MS = 15 * 60_000;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * S3's code for what is wrong with the signature of a request, null if nothing is. Follows the description of AWS Signature
 * Version 4, and shares no code with the client.
 */
export function findSignatureFault(request: IncomingMessage, body: Buffer, region: string): string | null {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = "", signedHeaders = "", signature] =
    pattern.exec(request.headers.authorization ?? "") ?? [];
  const [accessKey, date = "", ...scope] = credential.split("/");
  if (accessKey !== ACCESS_KEY) return "InvalidAccessKeyId";
  if (scope.join("/") !== `${region}/s3/aws4_request`) return "AuthorizationHeaderMalformed";

  const names = signedHeaders.split(";");
  const isSigned = (name: string) => names.includes(name) || !/^(host|x-amz-.*)$/.test(name);
  if (!names.includes("host") || !Object.keys(request.headers).every(isSigned)) return "AccessDenied";
  const header = (name: string) => String(request.headers[name] ?? "").trim();
  const at = header("x-amz-date");
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!at.startsWith(date) || !(Math.abs(Date.now() - time) < MAX_SKEW_MS)) return "RequestTimeTooSkewed";
  const hash = header("x-amz-content-sha256");
  if (hash !== sha256(body)) return "XAmzContentSHA256Mismatch";

  const [path = "", search = ""] = (request.url ?? "").split("?");
  const query = search
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [key = "", value = ""] = pair.split("=");
      return `${encode(decodeURIComponent(key))}=${encode(decodeURIComponent(value))}`;
    });
  const canonical = [
    request.method,
    path
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    query.toSorted().join("&"),
    ...names.map((name) => `${name}:${header(name)}`),
    "",
    signedHeaders,
    hash,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", at, [date, ...scope].join("/"), sha256(canonical)].join("\n");
  const key = [date, ...scope].reduce<string | Buffer>(hmac, `AWS4${SECRET_KEY}`);
  return hmac(key, toSign).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}
