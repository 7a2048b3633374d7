import { expect, test } from "vitest";
import { headersFor, policyFor } from "./security-headers";

const plain = { isSecure: false, isDevelopment: false };
const secure = { isSecure: true, isDevelopment: false };

test("no script runs on a page that is not ours, and nothing evaluates text", () => {
  const policy = policyFor("n0nce", plain);
  const [scripts] = policy.split("; ").filter((rule) => rule.startsWith("script-src"));

  expect(scripts).toBe("script-src 'self' 'nonce-n0nce' 'strict-dynamic'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
});

test("only an installation that is reached by TLS insists on it", () => {
  expect(headersFor("/", "n", plain)).not.toHaveProperty("Strict-Transport-Security");
  expect(headersFor("/", "n", plain)["Content-Security-Policy"]).not.toContain("upgrade-insecure-requests");
  expect(headersFor("/", "n", secure)).toMatchObject({
    "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
    "Content-Security-Policy": expect.stringContaining("upgrade-insecure-requests"),
  });
});

test.each(["/", "/sign-in?to=%2F", "/docs/api", "/0195/snitches/1", "/contact", "/v10", "/api/auth/session"])(
  "a page has a policy: %s",
  (path) => {
    expect(headersFor(path, "n", plain)).toMatchObject({
      "Content-Security-Policy": expect.any(String),
      "Referrer-Policy": "same-origin",
      "X-Frame-Options": "DENY",
    });
  },
);

test.each(["/c/0123456789abcdef", "/c/0123?s=1", "/v1/snitches", "/v1", "/_next/static/x.js", "/healthz"])(
  "what machines ask for has none, but cannot be taken for something else either: %s",
  (path) => {
    const headers = headersFor(path, "n", plain);
    expect(headers).not.toHaveProperty("Content-Security-Policy");
    expect(headers).toMatchObject({ "X-Content-Type-Options": "nosniff" });
  },
);
