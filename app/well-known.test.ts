import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/rules/durations";
import { GET as securityTxt } from "./.well-known/security.txt/route";
import { GET as robotsTxt } from "./robots.txt/route";

afterEach(() => {
  env.SECURITY_CONTACT = undefined;
});

test("security.txt names the contact that the operator has set, and expires in less than a year", async () => {
  env.SECURITY_CONTACT = "mailto:security@tattle.example";

  const before = Date.now();
  const response = securityTxt();
  const lines = (await response.text()).trim().split("\n");

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(lines[0]).toBe("Contact: mailto:security@tattle.example");
  const expires = Date.parse(lines[1]?.replace("Expires: ", "") ?? "");
  expect(expires).toBeGreaterThan(before + 100 * DAY_MS);
  expect(expires).toBeLessThan(Date.now() + 365 * DAY_MS);
});

test("without a contact, security.txt is not found, and says what the operator may set", async () => {
  const response = securityTxt();

  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining("SECURITY_CONTACT"),
  ]);
});

test("robots.txt keeps crawlers from everything but the front page, the documentation and status pages", async () => {
  expect(await robotsTxt().text()).toBe(
    "User-agent: *\nAllow: /$\nAllow: /docs\nAllow: /status/\nDisallow: /\n",
  );
});
