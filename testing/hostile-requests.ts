import fc from "fast-check";
import { hostileBody, hostilePart, hostileText } from "./hostile-values";

/** A request that no honest client sends. */
export type HostileRequest = {
  method: string;
  path: string;
  authorization?: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

const query = fc.oneof(
  fc.constant(""),
  fc
    .tuple(fc.constantFrom("tags", "tags[]", "tags[0]", "tags[x]", ""), hostilePart)
    .map((pair) => `?${pair.join("=")}`),
);

const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "QUERY"];

/** A method and a path, mostly of an API operation. Snitches of `mine` are never deleted, so that some remain. */
function target(mine: string[], theirs: string[]): fc.Arbitrary<[method: string, path: string]> {
  const token = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...mine, ...theirs) }, hostilePart);
  const requestTo = (method: string, ...parts: (string | fc.Arbitrary<string>)[]) =>
    fc
      .tuple(...parts.map((each) => (typeof each === "string" ? fc.constant(each) : each)), query)
      .map((path): [string, string] => [method, path.join("")]);
  return fc.oneof(
    { weight: 4, arbitrary: requestTo("POST", "/v1/snitches", fc.constantFrom("", "/")) },
    { weight: 1, arbitrary: requestTo("GET", "/v1/snitches", fc.constantFrom("", "/")) },
    {
      weight: 1,
      arbitrary: requestTo(
        "GET",
        "/v1/",
        fc.constantFrom("", "/", "//"),
        "snitches",
        fc.constantFrom("", "/", "//"),
      ),
    },
    { weight: 1, arbitrary: requestTo("GET", "/v1/snitches/", token) },
    {
      weight: 1,
      arbitrary: requestTo(
        "GET",
        "/v1/schedule?schedule=",
        fc.oneof(hostilePart, fc.constantFrom("*/5+*+*+*+*", "07:30", "every+hour")),
        fc.constantFrom("&timezone=", "&active=", "&count=", "&from=", "&grace=", "&schedule="),
        hostilePart,
      ),
    },
    { weight: 5, arbitrary: requestTo("PATCH", "/v1/snitches/", token) },
    { weight: 3, arbitrary: requestTo("POST", "/v1/snitches/", token, "/tags") },
    { weight: 2, arbitrary: requestTo("DELETE", "/v1/snitches/", token, "/tags/", hostilePart) },
    {
      weight: 3,
      arbitrary: requestTo("POST", "/v1/snitches/", token, fc.constantFrom("/pause", "/unpause")),
    },
    {
      weight: 1,
      arbitrary: requestTo("DELETE", "/v1/snitches/", fc.oneof(hostilePart, fc.constantFrom(...theirs))),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...METHODS)
        .chain((method) => requestTo(method, "/v1/", hostilePart, "/", hostilePart)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...METHODS).chain((method) => requestTo(method, "/v1/snitches")),
    },
  );
}

/**
 * Hostile requests with these Authorization headers. `mine` and `theirs` are the tokens of snitches of the client's own
 * case and of another case.
 */
export function hostileRequest(
  mine: string[],
  theirs: string[],
  authorizations: string[],
): fc.Arbitrary<HostileRequest> {
  const authorization = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...authorizations) },
    hostileText.map((text) => `Basic ${Buffer.from(text).toString("base64")}`),
    fc.constantFrom("", "Basic", "Basic ", "Bearer x", "Basic %%%", `Basic ${"A".repeat(8_000)}`),
  );
  const headers = fc.dictionary(absurdHeader, absurdValue, { maxKeys: 3 });
  return fc
    .tuple(target(mine, theirs), authorization, headers, fc.option(hostileBody, { nil: undefined, freq: 8 }))
    .map(([[method, path], authorization, headers, body]) => ({
      method,
      path,
      authorization,
      headers,
      body,
    }));
}

const absurdValue = fc.constantFrom(
  "",
  "x",
  "%",
  "{",
  "application/json",
  "multipart/form-data",
  "9".repeat(400),
);

const absurdHeader = fc.constantFrom(
  "Content-Type",
  "Content-Encoding",
  "Accept",
  "Accept-Encoding",
  "X-HTTP-Method-Override",
  "X-Forwarded-For",
  "Range",
  "If-None-Match",
  "Cookie",
  "X-Request-Id",
);
