import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/platform/env";

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 60 * 60;

/** What browsers are told about every answer. A token in an address is a secret, so no other site hears of it. */
const ALWAYS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** Machines ask for these: no page comes of them. */
const NO_PAGE = /^\/(c|v1|_next\/static|healthz|readyz|metrics)(\/|$|\?)/;

/** Where forms may lead: signing in with another account goes by way of its provider. */
const FORM_TARGETS = "'self' https://github.com https://accounts.google.com";

type Setting = { isSecure: boolean; isDevelopment: boolean };

/** What a page may load and run: its own scripts, by a nonce that nobody can guess, and those that they load. */
export function policyFor(nonce: string, { isSecure, isDevelopment }: Setting): string {
  const rules = {
    "default-src": "'self'",
    // While developing, React rebuilds stack traces by evaluating code.
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Menus and toasts place themselves by style attributes, which cannot run anything.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": FORM_TARGETS,
    "frame-ancestors": "'none'",
    ...(isSecure && { "upgrade-insecure-requests": "" }),
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join("; ");
}

/** The headers of the answer to a request for this path. */
export function headersFor(path: string, nonce: string, setting: Setting): Record<string, string> {
  return {
    ...ALWAYS,
    ...(setting.isSecure && {
      "Strict-Transport-Security": `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`,
    }),
    ...(!NO_PAGE.test(path) && { "Content-Security-Policy": policyFor(nonce, setting) }),
  };
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Has every answer of this process carry them. Next.js reads the nonce for its own scripts from the request. */
export function protectAnswers(): void {
  const setting = {
    isSecure: env.APP_URL.startsWith("https:"),
    isDevelopment: process.env.NODE_ENV === "development",
  };
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as Exchange;
    const headers = headersFor(request.url ?? "/", randomBytes(16).toString("base64"), setting);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const policy = headers["Content-Security-Policy"];
    // Whatever the client sent under this name must not become a nonce.
    if (policy) request.headers["content-security-policy"] = policy;
    else delete request.headers["content-security-policy"];
  });
}
