import { randomBytes } from "node:crypto";
import { env } from "@/lib/platform/env";
import type { RequestHook } from "./request-hooks";

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 60 * 60;

/** Headers of every response. A token in a URL is a secret, so no other site may receive it as a referrer. */
const COMMON_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** Paths for machines, whose responses are never pages. */
const NOT_A_PAGE =
  /^\/(c|v1|v2|ping|p|heartbeats|opsgenie|api\/(?!auth\b)[^/?]+|_next\/static|healthz|readyz|metrics)(\/|$|\?)/;

/** Status pages, which are the same for all of their readers, so that no script of theirs can have a nonce. */
const STATUS_PAGE = /^\/status\//;
const STATUS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Previews of status pages: nothing in them runs, and only pages of Tattle show them in a frame. */
const PREVIEW = /^\/[^/?]+\/status-pages\/pages\/[^/?]+\/preview(\?|$)/;
const PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Pages that a signed link opens without a sign-in. No one else may get, store or list their address. */
const BY_LINK = /^\/i\//;

const BY_LINK_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
};

/** Without scripts, the sign-in form is redirected to the providers, which browsers count as its target. */
const formTargets = () =>
  [
    "'self'",
    new URL(env.GITHUB_URL).origin,
    "https://accounts.google.com",
    ...(env.OIDC_ISSUER ? [new URL(env.OIDC_ISSUER).origin] : []),
  ].join(" ");

type Options = { isSecure: boolean; isDevelopment: boolean; coversSubdomains?: boolean };

/** The Content-Security-Policy of a page: only scripts with the nonce, and those that they load, may run. */
export function policyFor(nonce: string, { isSecure, isDevelopment }: Options): string {
  const rules = {
    "default-src": "'self'",
    // In development, React rebuilds stack traces by evaluating code.
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Menus and toasts position themselves with style attributes, which cannot run code.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    // It shows notifications.
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": formTargets(),
    "frame-ancestors": "'none'",
    ...(isSecure && { "upgrade-insecure-requests": "" }),
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join("; ");
}

/** The security headers of the response to a request for this path. */
export function headersFor(path: string, nonce: string, options: Options): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    ...(BY_LINK.test(path) && BY_LINK_HEADERS),
    ...(options.isSecure && {
      "Strict-Transport-Security": `max-age=${TWO_YEARS_SECONDS}${options.coversSubdomains ? "; includeSubDomains" : ""}`,
    }),
    ...(!NOT_A_PAGE.test(path) && {
      "Content-Security-Policy": STATUS_PAGE.test(path) ? STATUS_POLICY : policyFor(nonce, options),
    }),
    ...(PREVIEW.test(path) && {
      "Content-Security-Policy": PREVIEW_POLICY,
      "X-Frame-Options": "SAMEORIGIN",
    }),
  };
}

const OPTIONS: Options = {
  isSecure: env.APP_URL.startsWith("https:"),
  isDevelopment: process.env.NODE_ENV === "development",
  coversSubdomains: env.HSTS_SUBDOMAINS,
};

/** Sets the security headers of a response. Next.js reads the nonce for its own scripts from the request's header. */
export const setSecurityHeaders: RequestHook = ({ request, response }) => {
  const headers = headersFor(request.url ?? "/", randomBytes(16).toString("base64"), OPTIONS);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const policy = headers["Content-Security-Policy"];
  // A value that the client sent under this name must not become a nonce.
  if (policy) request.headers["content-security-policy"] = policy;
  else delete request.headers["content-security-policy"];
};
