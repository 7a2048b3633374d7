import { expect, test } from "vitest";
import { readEnv } from "@/lib/platform/env";
import { headersFor, policyFor } from "./security-headers";

const overHttp = { isSecure: false, isDevelopment: false };
const overHttps = { isSecure: true, isDevelopment: false };

test("the policy allows only scripts with the nonce, and no evaluation of text", () => {
  const policy = policyFor("n0nce", overHttp);
  const [scripts] = policy.split("; ").filter((rule) => rule.startsWith("script-src"));

  expect(scripts).toBe("script-src 'self' 'nonce-n0nce' 'strict-dynamic'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
});

test("only an installation with an HTTPS address requires HTTPS", () => {
  expect(headersFor("/", "n", overHttp)).not.toHaveProperty("Strict-Transport-Security");
  expect(headersFor("/", "n", overHttp)["Content-Security-Policy"]).not.toContain(
    "upgrade-insecure-requests",
  );
  expect(headersFor("/", "n", overHttps)).toMatchObject({
    "Strict-Transport-Security": "max-age=63072000",
    "Content-Security-Policy": expect.stringContaining("upgrade-insecure-requests"),
  });
});

test("its subdomains are asked for HTTPS, too, unless the operator says otherwise", () => {
  const headers = headersFor("/", "n", { ...overHttps, coversSubdomains: true });
  expect(headers["Strict-Transport-Security"]).toBe("max-age=63072000; includeSubDomains");
  expect(readEnv({}).HSTS_SUBDOMAINS).toBe(true);
  expect(readEnv({ HSTS_SUBDOMAINS: "off" }).HSTS_SUBDOMAINS).toBe(false);
});

test.each(["/", "/sign-in?to=%2F", "/docs/api", "/0195/snitches/1", "/contact", "/v10", "/api/auth/session"])(
  "a page has a policy: %s",
  (path) => {
    expect(headersFor(path, "n", overHttp)).toMatchObject({
      "Content-Security-Policy": expect.any(String),
      "Referrer-Policy": "same-origin",
      "X-Frame-Options": "DENY",
    });
  },
);

test.each(["/c/0123456789abcdef", "/c/0123?s=1", "/v1/snitches", "/v1", "/_next/static/x.js", "/healthz"])(
  "a response for machines has no policy, but its content type is not guessed: %s",
  (path) => {
    const headers = headersFor(path, "n", overHttp);
    expect(headers).not.toHaveProperty("Content-Security-Policy");
    expect(headers).toMatchObject({ "X-Content-Type-Options": "nosniff" });
  },
);

test("a page that a signed link opens says no one its address, and is not stored or listed", () => {
  const headers = {
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
  };
  for (const path of ["/i/a-token", "/i/answer/a-token"])
    expect(headersFor(path, "n", overHttp)).toMatchObject(headers);
  expect(headersFor("/incidents", "n", overHttp)).not.toHaveProperty("Cache-Control");
});

test("only Tattle shows the preview of a status page in a frame, and nothing in it runs", () => {
  for (const path of [
    "/0195/status-pages/pages/acme/preview",
    "/0195/status-pages/pages/acme/preview?theme=dark",
  ]) {
    const headers = headersFor(path, "n0nce", overHttp);
    expect(headers["X-Frame-Options"]).toBe("SAMEORIGIN");
    const rules = headers["Content-Security-Policy"]?.split("; ");
    expect(rules).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'"]));
    expect(rules?.filter((rule) => /^script|nonce/.test(rule))).toEqual([]);
  }
  for (const path of [
    "/status/acme",
    "/0195/status-pages/pages/preview",
    "/c/x/status-pages/pages/acme/preview/x",
  ])
    expect(headersFor(path, "n", overHttp)["X-Frame-Options"]).toBe("DENY");
});
